import type { Rule, Sink } from '@scangate/engines/sast/rule';

const first =
  '{readFile,readFileSync,createReadStream,createWriteStream,writeFile,writeFileSync,appendFile,appendFileSync,unlink,unlinkSync,readdir,readdirSync,rm,rmSync,rmdir,rmdirSync,open,openSync,mkdir,mkdirSync,truncate,chmod,readJson,readJsonSync,outputFile,remove,removeSync,emptyDir}';
const both = '{rename,renameSync,copyFile,copyFileSync,copy,copySync,move,moveSync,link,symlink,symlinkSync}';
const modules = '{fs,fs/promises,fs-extra,graceful-fs,fs.promises}';

/** Calls that use a file by its path. */
export const pathSinks: readonly Sink[] = [
  { call: [`${modules}.${first}`], shallow: true },
  { call: [`${modules}.${both}`], args: [0, 1], shallow: true },
  {
    call: ['{res,response,reply}.{sendFile,download,sendfile}', '{res,response}.*.{sendFile,download}'],
    when: ({ args }) => args[1]?.fields?.has('root') !== true,
  },
];

export const jsPathTraversal: Rule = {
  id: 'js-path-traversal',
  cwe: 'CWE-22',
  severity: 'high',
  title: 'File path from untrusted input',
  message:
    'Untrusted input decides which file is used: with ../ or an absolute path any file can be reached.',
  help: 'Use only the base name, or resolve the path and check that it is inside the allowed directory.',
  category: 'path',
  sinks: pathSinks,
  positives: [
    "const fs = require('fs');\napp.get('/f', (req, res) => {\n  fs.readFile('./public/' + req.query.name, (e, d) => res.end(d)); // HERE\n});\n",
    "import { createReadStream } from 'node:fs';\nimport path from 'node:path';\nexport default function handler(req, res) {\n  const file = path.join(__dirname, 'files', req.params.file);\n  createReadStream(file).pipe(res); // HERE\n}\n",
    "app.get('/d', (req, res) => {\n  res.sendFile(path.resolve('uploads/' + req.params.file)); // HERE\n});\n",
    "const fsp = require('fs').promises;\napp.get('/f', async (req, res) => {\n  const text = await fsp.readFile(req.query.p); // HERE\n});\n",
    "import { readFile } from 'fs/promises';\napp.get('/f', async (req, res) => {\n  res.end(await readFile(req.query.p)); // HERE\n});\n",
    "const fs = require('fs');\napp.get('/f', (req, res) => {\n  fs.rename(req.query.p, 'old.txt', cb); // HERE\n});\n",
    "const fs = require('fs');\napp.get('/f', (req, res) => {\n  fs.rename('new.txt', req.query.p, cb); // HERE\n});\n",
  ],
  negatives: [
    "const fs = require('fs');\nconst path = require('path');\napp.get('/f', (req, res) => fs.readFile('./public/' + path.basename(req.query.name), cb));\n",
    "const fs = require('fs');\nconst path = require('path');\napp.get('/f', (req, res) => {\n  const file = path.resolve(root, req.query.name);\n  if (!file.startsWith(root + path.sep)) return res.sendStatus(403);\n  fs.readFile(file, cb);\n});\n",
    "const fs = require('fs');\napp.post('/f', (req, res) => {\n  fs.unlink(req.file.path, cb);\n  fs.unlink(req.files[0].path, cb);\n});\n",
    "app.get('/d', (req, res) => res.sendFile(req.params.file, { root: 'public' }));\n",
    "const fs = require('fs');\nfs.readFile('config.json', cb);\n",
    "const fs = require('fs');\napp.post('/f', (req, res) => fs.writeFile('log.txt', req.body.text, cb));\n",
  ],
};
