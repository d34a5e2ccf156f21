import type { Rule } from '@scangate/engines/sast/rule';

const isOriginHeader = (name: unknown): boolean =>
  typeof name === 'string' && /^access-control-allow-origin$/i.test(name);
const setters = '{res,response,reply,ctx}.{setHeader,header,set,append}';

export const jsPermissiveCors: Rule = {
  id: 'js-permissive-cors',
  cwe: 'CWE-942',
  severity: 'medium',
  title: 'CORS allows every origin',
  message:
    "Scripts of any other site can send requests here and read the responses, in some cases with the user's credentials.",
  help: 'List the origins that need access, and allow credentials for no others.',
  category: 'header',
  sinks: [
    {
      call: ['{res,response}.writeHead'],
      args: [1, 2],
      fields: ['Access-Control-Allow-Origin', 'access-control-allow-origin'],
      when: ({ args }) => args.some(({ fields }) => [...(fields?.keys() ?? [])].some(isOriginHeader)),
    },
    {
      call: [setters, '{res,response}.*.{setHeader,header,set}'],
      args: [1],
      when: ({ args }) => isOriginHeader(args[0]?.constant),
    },
  ],
  calls: [
    {
      call: ['cors', '*.{enableCors,cors}', '@fastify/cors'],
      when: ({ args }) => {
        const { fields } = args[0] ?? {};
        const origin = fields?.get('origin')?.constant;
        return fields?.get('credentials')?.constant === true && (origin === '*' || origin === true);
      },
    },
    {
      // NestJS allows every origin unless it is told which.
      call: ['*.enableCors'],
      when: ({ args: [options] }) => options === undefined || options.fields?.get('origin')?.constant === '*',
    },
    { call: [setters], when: ({ args }) => isOriginHeader(args[0]?.constant) && args[1]?.constant === '*' },
  ],
  entries: [
    {
      key: ['cors'],
      when: ({ constant, fields }, { callee }) =>
        (constant === true || fields?.get('origin')?.constant === '*') &&
        callee.some((name) => name.endsWith('NestFactory.create')),
    },
  ],
  annotations: [
    {
      name: ['Header'],
      when: ({ args: [name, value] }) =>
        name?.value.kind === 'literal' &&
        isOriginHeader(name.value.value) &&
        value?.value.kind === 'literal' &&
        value.value.value === '*',
    },
  ],
  positives: [
    "import { NestFactory } from '@nestjs/core';\nconst app = await NestFactory.create(AppModule, { cors: true }); // HERE\n",
    'const app = await NestFactory.create(AppModule);\napp.enableCors(); // HERE\n',
    "app.use((req, res, next) => {\n  res.setHeader('Access-Control-Allow-Origin', req.headers.origin); // HERE\n  next();\n});\n",
    "const cors = require('cors');\napp.use(cors({ origin: true, credentials: true })); // HERE\n",
    "app.use((req, res, next) => {\n  res.header('Access-Control-Allow-Origin', '*'); // HERE\n});\n",
    "const a.enableCors = require('a.enableCors');\napp.use(a.enableCors({ origin: true, credentials: true })); // HERE\n",
    "const @fastify/cors = require('@fastify/cors');\napp.use(@fastify/cors({ origin: true, credentials: true })); // HERE\n",
    "app.use((req, res) => {\n  res.writeHead(200, { 'Access-Control-Allow-Origin': req.headers.origin }); // HERE\n});\n",
    "app.use((req, response) => {\n  response.writeHead(200, 'OK', { 'access-control-allow-origin': req.headers.origin }); // HERE\n});\n",
    "app.use((req, res) => {\n  res.status(200).header('Access-Control-Allow-Origin', req.headers.origin); // HERE\n});\n",
    "app.use((req, response) => {\n  response.setHeader('Access-Control-Allow-Origin', req.headers.origin); // HERE\n});\n",
    "app.use((req, response) => {\n  response.header('Access-Control-Allow-Origin', '*'); // HERE\n});\n",
    "class Users {\n  @Header('Access-Control-Allow-Origin', '*')\n  @Get()\n  list() {} // HERE\n}\n",
  ],
  negatives: [
    "app.use((req, res) => {\n  res.writeHead(200, { 'X-Origin': req.headers.origin });\n});\n",
    "app.use((req, res) => {\n  res.setHeader('X-Origin', req.headers.origin);\n});\n",
    "app.use((req, res) => {\n  res.header('X-Origin', '*');\n});\n",
    "app.use((req, res) => {\n  res.header('Access-Control-Allow-Origin', 'https://app.example.com');\n});\n",
    "const app = await NestFactory.create(AppModule, { cors: { origin: 'https://app.example.com' } });\n",
    'const app = await build(AppModule, { cors: true });\n',
    "class Users {\n  @Header('X-Origin', '*')\n  @Get()\n  list() {}\n}\n",
    "class Users {\n  @Header('Access-Control-Allow-Origin', 'https://app.example.com')\n  @Get()\n  list() {}\n}\n",
    "const app = await NestFactory.create(AppModule);\napp.enableCors({ origin: 'https://app.example.com' });\n",
    "const cors = require('cors');\napp.use(cors({ origin: 'https://app.example.com', credentials: true }));\n",
  ],
};
