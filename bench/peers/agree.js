// A peer in JavaScript: agree.js NAME. Reads a page as JSON a line and writes its text as JSON a line.
const readline = require('node:readline')

function readability () {
  const { Readability } = require('@mozilla/readability')
  const { JSDOM } = require('jsdom')
  return html => {
    const article = new Readability(new JSDOM(html).window.document).parse()
    // One line a block, so that the words of two blocks stay two words.
    return article ? text(new JSDOM(article.content).window.document.body) : ''
  }
}

const INLINE = new Set(['A', 'ABBR', 'B', 'CITE', 'CODE', 'EM', 'FONT', 'I', 'MARK', 'S', 'SMALL', 'SPAN', 'STRONG', 'SUB', 'SUP', 'TIME', 'U'])

function text (node) {
  if (node.nodeType === 3) return node.data
  const inside = [...node.childNodes].map(text).join('')
  return INLINE.has(node.nodeName) ? inside : `\n${inside}\n`
}

function unfluff () {
  const extract = require('unfluff').lazy
  return html => extract(html).text()
}

const work = { readability, unfluff }[process.argv[2]]()
readline.createInterface({ input: process.stdin }).on('line', line => {
  let answer = ''
  try { answer = work(JSON.parse(line)) || '' } catch (error) { process.stderr.write(`${error}\n`) }
  process.stdout.write(JSON.stringify(answer) + '\n')
})
