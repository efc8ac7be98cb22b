// A peer in JavaScript that writes Markdown: markdown.js NAME. Reads {"id", "url", "html"} a line and writes
// {"id", "text"} a line; a page it fails on has no text and a line on standard error.
const readline = require('node:readline')

async function defuddle () {
  const { Defuddle } = await import('defuddle/node')
  // What the library remarks on pages would stand among the answers.
  console.log = console.warn = () => {}
  return async (html, url) => (await Defuddle(html, url, { markdown: true, useAsync: false })).content
}

// The same as plain text, a line a block, for measures of words.
async function defuddleText () {
  const { Defuddle } = await import('defuddle/node')
  const { parseHTML } = await import('linkedom')
  console.log = console.warn = () => {}
  const blocks = 'p,div,li,h1,h2,h3,h4,h5,h6,tr,td,th,pre,blockquote,figcaption,dt,dd,br'
  return async (html, url) => {
    const { content } = await Defuddle(html, url, { useAsync: false })
    const { document } = parseHTML(`<!doctype html><html><body>${content}</body></html>`)
    for (const node of document.querySelectorAll(blocks)) node.after('\n')
    return document.body.textContent
  }
}

function turndown () {
  const TurndownService = require('turndown')
  const { gfm } = require('@joplin/turndown-plugin-gfm')
  const service = new TurndownService({ headingStyle: 'atx', codeBlockStyle: 'fenced', bulletListMarker: '-' })
  service.use(gfm)
  service.remove(['script', 'style'])
  return service
}

function readability () {
  const { Readability } = require('@mozilla/readability')
  const { JSDOM } = require('jsdom')
  const service = turndown()
  return (html, url) => {
    const article = new Readability(new JSDOM(html, { url }).window.document).parse()
    return article ? service.turndown(article.content) : ''
  }
}

// Conversion alone: all of the page's body.
function everything () {
  const { JSDOM } = require('jsdom')
  const service = turndown()
  return (html, url) => service.turndown(new JSDOM(html, { url }).window.document.body)
}

async function main () {
  const work = await { defuddle, 'defuddle-text': defuddleText, 'readability-turndown': readability, turndown: everything }[process.argv[2]]()
  for await (const line of readline.createInterface({ input: process.stdin })) {
    const { id, url, html } = JSON.parse(line)
    let text = ''
    try { text = await work(html, url) || '' } catch (error) { process.stderr.write(`${id}: ${error}\n`) }
    process.stdout.write(JSON.stringify({ id, text }) + '\n')
  }
}

main()
