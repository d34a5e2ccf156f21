import type { Rule } from '@scangate/engines/sast/rule';
import { hasFixedHost } from './conditions.ts';

const clients =
  '{axios,got,request,superagent,needle,phin,undici,node-fetch,cross-fetch,request-promise,request-promise-native,ky,bent,http,https,http2}';

/** Suffixes of the names of values that send requests. */
const client =
  /(?:https?(?:Client|Service|Request)?|[Aa]xios|[Ff]etcher|(?<!redis|db|sql|mongo|cache)[cC]lient|agent)$/;

/** Returns whether the method belongs to a client by the name of its value: `this.httpClient.get`, `client().post`. */
const isMethodOfClient = (name: string): boolean => {
  const receiver = name.split('.').at(-2) ?? '';
  return client.test(receiver.endsWith('()') ? receiver.slice(0, -2) : receiver);
};

export const jsSsrf: Rule = {
  id: 'js-ssrf',
  cwe: 'CWE-918',
  severity: 'high',
  title: 'Request to an untrusted URL',
  message:
    'Untrusted input decides which host this server contacts: it can reach internal services that only this server can, and obtain credentials.',
  help: 'Choose the host from a list of allowed ones, and refuse private addresses after resolution.',
  category: 'ssrf',
  sinks: [
    {
      call: [
        'fetch',
        clients,
        `${clients}.{get,post,put,patch,delete,head,options,request,fetch,stream,default,create,connect}`,
        'axios.create().*',
        '*.{httpService,http,$http,axios}.{get,post,put,delete,patch,request,head}',
      ],
      fields: ['url', 'uri', 'baseURL', 'host', 'hostname', 'href'],
      unless: hasFixedHost,
    },
    { call: ['*.goto'], unless: hasFixedHost },
    {
      call: ['wkhtmltopdf', 'wkhtmltoimage.generate', '{phantom,*.createPage()}.open'],
      unless: hasFixedHost,
    },
    {
      // A browser on the server can reach whatever the server can.
      call: ['*.{setContent,evaluateOnNewDocument}', '*.property', '*.Page.{navigate,setDocumentContent}'],
      args: 'all',
      fields: ['url', 'html'],
      when: ({ names }) => names.some((name) => !name.endsWith('.property') || /page/i.test(name)),
    },
    {
      // Other clients have the same methods; their names tell them from maps and stores.
      call: ['*.{get,post,put,patch,delete,head,request,fetch}'],
      fields: ['url', 'uri', 'baseURL', 'host', 'hostname'],
      when: ({ names }) => names.some(isMethodOfClient),
      unless: hasFixedHost,
    },
  ],
  positives: [
    "app.get('/p', async (req, res) => {\n  const page = await httpClient.request({ url: req.query.url }); // HERE\n});\n",
    "class Proxy {\n  constructor(private readonly httpService: HttpService) {}\n  load(@Query('url') url: string) {\n    return this.httpService.get(url); // HERE\n  }\n}\n",
    "const axios = require('axios');\napp.get('/p', async (req, res) => {\n  const { data } = await axios.get(req.query.url); // HERE\n});\n",
    "import fetch from 'node-fetch';\nexport async function handler(event) {\n  return fetch(`http://${event.queryStringParameters.host}/status`); // HERE\n}\n",
    "const http = require('http');\napp.get('/p', (req, res) => {\n  http.get({ host: req.query.host, path: '/' }, cb); // HERE\n});\n",
    "const needle = require('needle');\napp.get('/r', (req, res) => {\n  const url = req.query.url + req.query.symbol;\n  return needle.get(url, cb); // HERE\n});\n",
    "app.get('/p', async (req, res) => {\n  const page = await httpClient.goto({ url: req.query.url }); // HERE\n});\n",
    "app.get('/p', async (req, res) => {\n  const page = await wkhtmltopdf({ url: req.query.url }); // HERE\n});\n",
    "app.get('/p', async (req, res) => {\n  const page = await fetch({ url: req.query.url }); // HERE\n});\n",
    "const axios.create().* = require('axios.create().*');\napp.get('/p', async (req, res) => {\n  const { data } = await axios.create().*.get(req.query.url); // HERE\n});\n",
    "const http = require('http');\napp.get('/p', (req, res) => {\n  http.get({ href: req.query.href, path: '/' }, cb); // HERE\n});\n",
    "app.get('/p', async (req, res) => {\n  const page = await wkhtmltoimage.generate({ url: req.query.url }); // HERE\n});\n",
    "app.get('/p', async (req, res) => {\n  const page = await phantom.open({ url: req.query.url }); // HERE\n});\n",
    "app.get('/p', async (req, res) => {\n  const page = await httpClient.setContent({ url: req.query.url }); // HERE\n});\n",
    "app.get('/p', async (req, res) => {\n  const page = await httpClient.a.Page.navigate({ url: req.query.url }); // HERE\n});\n",
    "app.get('/p', async (req, res) => {\n  const page = await httpClient.request({ uri: req.query.uri }); // HERE\n});\n",
    "app.get('/p', async (req, res) => {\n  const page = await httpClient.request({ baseURL: req.query.baseURL }); // HERE\n});\n",
    "app.get('/p', async (req, res) => {\n  const page = await httpClient.request({ host: req.query.host }); // HERE\n});\n",
    "app.get('/p', async (req, res) => {\n  const page = await httpClient.request({ hostname: req.query.hostname }); // HERE\n});\n",
    "import send from 'node-fetch';\nexport async function handler(event) {\n  return send.get({ href: event.queryStringParameters.url }); // HERE\n}\n",
    "import send from 'node-fetch';\nexport async function handler(event) {\n  return send({ href: event.queryStringParameters.url }); // HERE\n}\n",
    "class Proxy {\n  load(@Query('href') href: string) {\n    return this.httpService.get({ href }); // HERE\n  }\n}\n",
    'export async function handler(event) {\n  return fetch({ uri: event.queryStringParameters.url }); // HERE\n}\n',
    'export async function handler(event) {\n  return fetch({ baseURL: event.queryStringParameters.url }); // HERE\n}\n',
    'export async function handler(event) {\n  return fetch({ host: event.queryStringParameters.url }); // HERE\n}\n',
    'export async function handler(event) {\n  return fetch({ hostname: event.queryStringParameters.url }); // HERE\n}\n',
    "app.get('/p', async (req, res) => {\n  const page = await instance.createPage();\n  await page.open(req.query.url); // HERE\n});\n",
    "app.get('/p', async (req, res) => {\n  await page.property('content', req.query.html); // HERE\n});\n",
    "app.get('/p', async (req, res) => {\n  await page.setContent({ html: req.query.html }); // HERE\n});\n",
  ],
  negatives: [
    "app.get('/p', (req, res) => page.goto('https://api.example.com/users/' + req.query.id));\n",
    "app.get('/p', (req, res) => wkhtmltopdf('https://api.example.com/users/' + req.query.id));\n",
    "app.get('/p', (req, res) => httpClient.get('https://api.example.com/users/' + req.query.id));\n",
    "app.get('/p', (req, res) => element.property('content', req.query.html));\n",
    "app.post('/f/:name', async (req, res) => {\n  const file = new Parse.File(req.params.name);\n  await fetch(file._source.uri);\n});\n",
    "app.get('/p', async (req, res) => res.json(await redisClient.get(req.query.key)));\n",
    "app.get('/p', (req, res) => res.json(cache.get(req.query.key)));\n",
    "app.get('/p', (req, res) => fetch('https://api.example.com/users/' + req.query.id));\n",
    "app.get('/p', (req, res) => fetch(`/api/items/${req.query.id}`));\n",
    "app.get('/p', (req, res) => fetch(`${settings.api}/items/${req.query.id}`));\n",
    "const axios = require('axios');\nconst hosts = { a: 'https://a.example.com' };\napp.get('/p', (req, res) => {\n  if (!Object.hasOwn(hosts, req.query.host)) return res.end();\n  return axios.get(hosts[req.query.host]);\n});\n",
    "const axios = require('axios');\napp.post('/p', (req, res) => axios.post('https://api.example.com/x', { url: req.body.url }));\n",
  ],
};
