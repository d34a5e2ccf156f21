import type { Call, Rule } from '@scangate/engines/sast/rule';
import { prefixOf } from '@scangate/engines/sast/taint/value';

const otherType =
  /application\/(?:json|rss\+xml|atom\+xml|octet-stream|pdf|javascript)|text\/(?:plain|csv|css|javascript|event-stream)/;

const maxLength = 20_000;

/** A content type held in a variable, or headers that are copied: it is unknown whether the response is a page. */
const unknownType =
  /\.(?:setHeader|set|header)\(\s{0,20}(?:["'`]content-type["'`]\s{0,20},\s{0,20}[a-z_$]|[a-z_$][\w$]{0,50}\s{0,20},)/i;

/** Tells whether the handler sets no content type other than HTML. */
const isPage = ({ within, at }: Call): boolean => {
  const text = (within?.at ?? at).text.slice(0, maxLength);
  return text.includes('text/html') || !(otherType.test(text) || unknownType.test(text));
};

export const jsXss: Rule = {
  id: 'js-xss',
  cwe: 'CWE-79',
  severity: 'high',
  title: 'Untrusted input in a page',
  message: 'Untrusted input is sent back as part of a page: it can inject a script that runs as the user.',
  help: 'Escape it for HTML, render it with a template engine that escapes, or respond with JSON.',
  category: 'xss',
  sinks: [
    {
      call: [
        '{res,response,resp}.{send,write,end}',
        '{res,response}.*.{send,write,end}',
        '{res,response}.*.*.{send,end}',
        '*.{res,response}.{send,write,end}',
      ],
      shallow: true,
      when: isPage,
    },
    {
      call: ['{reply,h}.{send,response}'],
      shallow: true,
      unless: (value) => !(prefixOf(value) ?? '').includes('<'),
    },
    {
      write: ['{ctx,context}.body', 'ctx.response.body'],
      shallow: true,
      unless: (value) => !(prefixOf(value) ?? '').includes('<'),
    },
  ],
  positives: [
    "app.get('/h', (req, res) => {\n  res.send('<h1>Hello ' + req.query.name + '</h1>'); // HERE\n});\n",
    "app.get('/h', (req, res) => {\n  const { name } = req.query;\n  res.status(200).send(`Hello ${name}`); // HERE\n});\n",
    "const http = require('http');\nhttp.createServer((request, answer) => {\n  answer.write('<p>' + request.url + '</p>'); // HERE\n});\n",
    "const http = require('http');\nhttp.createServer((request, answer) => {\n  reply.send('<p>' + request.url + '</p>'); // HERE\n});\n",
    "const http = require('http');\nhttp.createServer((request, answer) => {\n  a.res.send('<p>' + request.url + '</p>'); // HERE\n});\n",
    "export const f = (req, res) => {\n  const q = req.query.q;\n  ctx.body = '<b>' + q; // HERE\n};\n",
    "export const f = (req, res) => {\n  const q = req.query.q;\n  ctx.response.body = '<b>' + q; // HERE\n};\n",
  ],
  negatives: [
    "app.get('/h', (req, res) => res.json({ name: req.query.name }));\n",
    "app.get('/h', (req, res) => res.send({ name: req.query.name }));\n",
    "app.get('/h', (req, res) => {\n  res.type('text/plain');\n  res.send('Hello ' + req.query.name);\n});\n",
    "app.get('/h', async (req, res) => {\n  const page = await pages.findByName(req.query.name);\n  res.send(page.markup);\n});\n",
    "const escape = require('escape-html');\napp.get('/h', (req, res) => res.send('<p>' + escape(req.query.name)));\n",
    "app.get('/h', (req, res) => {\n  const type = mime.getType(req.params.name);\n  res.set('Content-Type', type);\n  res.end(read(req.params.name));\n});\n",
    "const answer = (req, res) => run(req.body).then((found) => {\n  for (const [key, value] of found.headers) res.setHeader(key, value);\n  res.end(found.body);\n});\napp.post('/g', (req, res) => answer(req, res));\n",
    "app.get('/h', (req, res) => res.render('page', { name: req.query.name }));\n",
    "app.get('/h', (req, res) => res.send('<p>' + req.query.name.replace(/</g, '&lt;')));\n",
    "app.get('/h', (req, res) => res.send(`n: ${Number(req.query.n)}`));\n",
  ],
};
