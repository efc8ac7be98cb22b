// A peer in JavaScript that writes Markdown: markdown.js NAME. Reads {"id", "url", "html"} a line and writes
// {"id", "text"} a line; a page it fails on has no text and a line on standard error.
const readline = require('node:readline')

async function defuddle () {
  const { Defuddle } = await import('defuddle/node')
  // What the library remarks on pages would stand among the answers.
  console.log = console.warn = () => {}
  return async (html, url) => (await Defuddle(html, url, { markdown: true, useAsync: false })).content
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
  const work = await { defuddle, 'readability-turndown': readability, turndown: everything }[process.argv[2]]()
  for await (const line of readline.createInterface({ input: process.stdin })) {
    const { id, url, html } = JSON.parse(line)
    let text = ''
    try { text = await work(html, url) || '' } catch (error) { process.stderr.write(`${id}: ${error}\n`) }
    process.stdout.write(JSON.stringify({ id, text }) + '\n')
  }
}

main()
