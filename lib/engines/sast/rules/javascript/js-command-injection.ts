import type { Call, Rule } from '@scangate/engines/sast/rule';
import { fromParameter } from '../from-parameter.ts';

const isShell = ({ args }: Call): boolean =>
  /(?:^|[/\\])(?:ba|z|da|k)?sh$|^cmd(?:\.exe)?$|^powershell/.test(String(args[0]?.constant ?? ''));
const usesShell = ({ args }: Call): boolean =>
  args.some(({ fields }) => {
    const shell = fields?.get('shell')?.constant;
    return shell === true || (typeof shell === 'string' && shell !== '');
  });

export const jsCommandInjection: Rule = {
  id: 'js-command-injection',
  cwe: 'CWE-78',
  severity: 'critical',
  title: 'Command built from untrusted input',
  message: 'Untrusted input becomes part of a command, so that its sender can run arbitrary commands.',
  help: 'Use execFile or spawn with a fixed program and an array of arguments, without a shell, and check the arguments.',
  category: 'command',
  sinks: [
    {
      call: [
        'child_process.{exec,execSync,spawn,spawnSync,execFile,execFileSync,fork}',
        'shelljs.exec',
        'shell.exec',
        'execa',
        'execa.{execa,execaSync,command,commandSync,execaCommand,execaCommandSync}',
        'cross-spawn',
        'cross-spawn.{spawn,sync}',
        '{Deno,Bun}.{run,Command,spawn,spawnSync}',
      ],
      fields: ['cmd'],
    },
    {
      call: ['child_process.{spawn,spawnSync,execFile,execFileSync}'],
      args: [1],
      when: (call) => isShell(call) || usesShell(call),
    },
  ],
  positives: [
    "const { exec } = require('child_process');\napp.get('/p', (req, res) => {\n  exec('ping ' + req.query.host); // HERE\n});\n",
    "import cp from 'node:child_process';\nexport function ping(req) {\n  const host = req.body.host;\n  run(`ping ${host}`);\n}\nfunction run(command) {\n  return cp.execSync(command); // HERE\n}\n",
    "const util = require('util');\nconst exec = util.promisify(require('child_process').exec);\napp.get('/p', async (req, res) => {\n  await exec(`nslookup ${req.query.d}`); // HERE\n});\n",
    "const { spawn } = require('child_process');\napp.get('/p', (req, res) => {\n  spawn('sh', ['-c', 'ls ' + req.query.d]); // HERE\n});\n",
    "import cp from 'node:child_process';\nexport function ping(req) {\n  const host = req.body.host;\n  run(`ping ${host}`);\n}\nfunction run(command) {\n  return shelljs.exec(command); // HERE\n}\n",
    "import cp from 'node:child_process';\nexport function ping(req) {\n  const host = req.body.host;\n  run(`ping ${host}`);\n}\nfunction run(command) {\n  return shell.exec(command); // HERE\n}\n",
    "import cp from 'node:child_process';\nexport function ping(req) {\n  const host = req.body.host;\n  run(`ping ${host}`);\n}\nfunction run(command) {\n  return execa(command); // HERE\n}\n",
    "import cp from 'node:child_process';\nexport function ping(req) {\n  const host = req.body.host;\n  run(`ping ${host}`);\n}\nfunction run(command) {\n  return execa.execa(command); // HERE\n}\n",
    "import cp from 'node:child_process';\nexport function ping(req) {\n  const host = req.body.host;\n  run(`ping ${host}`);\n}\nfunction run(command) {\n  return Deno.run(command); // HERE\n}\n",
  ],
  negatives: [
    "const { exec } = require('child_process');\nexec('ls -l');\n",
    "const { execFile } = require('child_process');\napp.get('/p', (req, res) => execFile('ping', [req.query.host]));\n",
    "const { exec } = require('child_process');\napp.get('/p', (req, res) => {\n  const allowed = ['a', 'b'];\n  if (!allowed.includes(req.query.host)) return res.end();\n  exec('ping ' + req.query.host);\n});\n",
    "app.get('/p', (req, res) => /x(.)/.exec(req.query.host));\n",
  ],
};

export const jsCommandFromParameter = fromParameter(jsCommandInjection, {
  id: 'js-command-from-parameter',
  title: 'Command built from a parameter',
  does: 'builds a command from its argument',
  words: ['child_process', 'shelljs', 'execa', 'spawn', 'Deno', 'Bun'],
  positives: [
    "const { exec } = require('child_process');\nfunction clean(folder) {\n  exec('rm -rf ' + folder); // HERE\n}\n",
    "import { spawn } from 'node:child_process';\nexport const run = (text: string) => spawn('sh', ['-c', text]); // HERE\n",
    "const m = require('cross-spawn');\nexport const f = (q) => {\n  m(q); // HERE\n};\n",
    "const m = require('cross-spawn');\nexport const f = (q) => {\n  m.spawn(q); // HERE\n};\n",
  ],
  negatives: [
    "const { execFile } = require('child_process');\nconst clean = (folder) => execFile('rm', ['-rf', folder]);\n",
    "const { exec } = require('child_process');\nconst wait = (seconds: number) => exec('sleep ' + seconds);\n",
    "const { exec } = require('child_process');\napp.get('/x', (req, res) => exec('ls ' + req.query.a));\n",
  ],
});
