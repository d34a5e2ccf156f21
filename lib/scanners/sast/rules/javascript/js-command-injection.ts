import type { Rule } from '../../rule.ts';

export const jsCommandInjection: Rule = {
  id: 'js-command-injection',
  cwe: 'CWE-78',
  severity: 'critical',
  title: 'Command built from outside text',
  message:
    'Text from outside becomes part of a shell command, so that whoever sends it can run commands of their own.',
  help: 'Use execFile or spawn with a fixed program and an array of arguments, and check the arguments.',
  category: 'command',
  sinks: [{ call: ['child_process.{exec,execSync}'] }],
  positives: [
    "const { exec } = require('child_process');\napp.get('/p', (req, res) => {\n  exec('ping ' + req.query.host); // HERE\n});\n",
    "import cp from 'node:child_process';\nexport function ping(req) {\n  const host = req.body.host;\n  run(`ping ${host}`);\n}\nfunction run(command) {\n  return cp.execSync(command); // HERE\n}\n",
  ],
  negatives: [
    "const { exec } = require('child_process');\nexec('ls -l');\n",
    "const { execFile } = require('child_process');\napp.get('/p', (req, res) => execFile('ping', [req.query.host]));\n",
    "const { exec } = require('child_process');\napp.get('/p', (req, res) => {\n  const allowed = ['a', 'b'];\n  if (!allowed.includes(req.query.host)) return res.end();\n  exec('ping ' + req.query.host);\n});\n",
  ],
};
