import type { Rule } from '@scangate/engines/sast/rule';
import { fromParameter } from '../from-parameter.ts';
import { isLocalModule } from './conditions.ts';

export const jsCodeInjection: Rule = {
  id: 'js-code-injection',
  cwe: 'CWE-94',
  severity: 'critical',
  title: 'Untrusted input is run as code',
  message: 'Untrusted input is evaluated as a program: its sender can do whatever this process can.',
  help: 'Parse data with JSON.parse, and look functions up in a table of allowed ones.',
  category: 'code',
  sinks: [
    { call: ['Function'], args: 'all' },
    {
      call: ['eval', '{window,globalThis,global}.eval', 'setTimeout', 'setInterval', 'execScript'],
    },
    {
      call: [
        'vm.{runInThisContext,runInNewContext,runInContext,compileFunction,Script}',
        '*.runInNewContext',
        'vm2.VM().run',
        'VM.run',
        '{vm2.NodeVM,vm2.VM,vm2.VMScript,NodeVM,vm2.NodeVM()}.run',
        'vm2.{VMScript,NodeVM.code,VM.code}',
        'sandbox().run',
        'sandbox.run',
        'notevil',
        'safe-eval',
        'static-eval',
        '*.{evaluateOnNewDocument,addInitScript}',
        '*.Runtime.{compileScript,evaluate,callFunctionOn}',
        '{$,jQuery}.globalEval',
      ],
      fields: ['expression', 'functionDeclaration', 'source', 'content'],
    },
    {
      // The code can see and change the values of its context.
      call: ['vm.{runInContext,runInNewContext}'],
      args: [1],
    },
    { call: ['vm.compileFunction'], args: [2] },
    {
      call: ['*.evaluate'],
      when: ({ names }) => names.some((name) => /(?:page|frame|tab|newPage\(\))\.evaluate$/i.test(name)),
    },
    {
      call: ['*.{find,findOne,countDocuments,aggregate,update,updateOne,exec,deleteOne,count}'],
      fields: ['$where', '$function', '$accumulator'],
      when: ({ args }) =>
        ['$where', '$function', '$accumulator'].some((key) => args[0]?.fields?.has(key) === true),
    },
    { call: ['*.$where', '*.mapReduce'] },
    { call: ['require', 'require.resolve', 'import'], unless: isLocalModule },
    { call: ['mathjs.evaluate', 'mathjs.eval', 'math.eval'] },
  ],
  positives: [
    "app.post('/c', (req, res) => {\n  const preTax = eval(req.body.preTax); // HERE\n});\n",
    "app.post('/c', (req, res) => {\n  const run = new Function('x', 'return ' + req.body.expression); // HERE\n  run(1);\n});\n",
    "const vm = require('vm');\napp.post('/c', (req, res) => {\n  vm.runInNewContext(req.body.code, {}); // HERE\n});\n",
    "app.get('/t', (req, res) => {\n  db.orders.find({ $where: `this.id === '${req.params.id}'` }); // HERE\n});\n",
    "app.get('/m', (req, res) => {\n  require(req.query.name); // HERE\n});\n",
    "const vm = require('vm');\napp.post('/c', (req, res) => {\n  vm.runInNewContext('run(input)', { input: req.body.input }); // HERE\n});\n",
    "const puppeteer = require('puppeteer');\napp.post('/c', async (req, res) => {\n  const page = await (await puppeteer.launch()).newPage();\n  await page.evaluateOnNewDocument(`run(${req.body.input})`); // HERE\n});\n",
    "const puppeteer = require('puppeteer');\napp.post('/c', async (req, res) => {\n  const page = await (await puppeteer.launch()).newPage();\n  await page.evaluate(`run(${req.body.input})`); // HERE\n});\n",
    "app.post('/c', (req, res) => {\n  const preTax = a.$where(req.body.preTax); // HERE\n});\n",
    "app.post('/c', (req, res) => {\n  const preTax = mathjs.evaluate(req.body.preTax); // HERE\n});\n",
    "const vm = require('vm');\napp.post('/c', (req, res) => {\n  window.eval(req.body.code, {}); // HERE\n});\n",
    "app.post('/c', (req, res) => {\n  const preTax = setTimeout(req.body.preTax); // HERE\n});\n",
    "app.post('/c', (req, res) => {\n  const preTax = setInterval(req.body.preTax); // HERE\n});\n",
    "app.post('/c', (req, res) => {\n  const preTax = execScript(req.body.preTax); // HERE\n});\n",
    "const m = require('safe-eval');\nexport const f = (req, res) => {\n  const q = req.query.q;\n  m(q); // HERE\n};\n",
    "const m = require('static-eval');\nexport const f = (req, res) => {\n  const q = req.query.q;\n  m(q); // HERE\n};\n",
    "app.get('/t', (req, res) => {\n  db.orders.find({ $function: `this.id === '${req.params.id}'` }); // HERE\n});\n",
    "app.get('/t', (req, res) => {\n  db.orders.find({ $accumulator: `this.id === '${req.params.id}'` }); // HERE\n});\n",
    "app.post('/c', (req, res) => {\n  const preTax = a.mapReduce(req.body.preTax); // HERE\n});\n",
    "app.post('/c', (req, res) => {\n  const preTax = require.resolve(req.body.preTax); // HERE\n});\n",
    "app.post('/c', (req, res) => {\n  const preTax = import(req.body.preTax); // HERE\n});\n",
    "const vm = require('vm');\napp.post('/c', (req, res) => {\n  mathjs.eval(req.body.code, {}); // HERE\n});\n",
    "const vm = require('vm');\napp.post('/c', (req, res) => {\n  math.eval(req.body.code, {}); // HERE\n});\n",
  ],
  negatives: [
    "app.post('/c', (req, res) => JSON.parse(req.body.data));\n",
    "app.post('/c', (req, res) => setTimeout(() => res.send('x'), req.body.delay));\n",
    "eval('1 + 1');\n",
    "app.post('/c', (req, res) => handlers[req.body.name]?.());\n",
  ],
};

export const jsCodeFromParameter = fromParameter(jsCodeInjection, {
  id: 'js-code-from-parameter',
  title: 'Parameter run as code',
  does: 'runs its argument as code',
  words: ['vm', 'vm2', 'Runtime', 'evaluateOnNewDocument', 'globalEval'],
  sinks: jsCodeInjection.sinks!.filter(({ call }) =>
    call?.some((name) => /vm|Runtime|evaluateOn/.test(name)),
  ),
  positives: [
    "const vm = require('vm');\nfunction run(code) {\n  return vm.runInThisContext(code); // HERE\n}\n",
    "const { VM } = require('vm2');\nconst run = (code) => new VM().run(code); // HERE\n",
    "export const f = (q) => {\n  vm.compileFunction('', '', q); // HERE\n};\n",
    "const vm = require('vm');\nfunction run(code) {\n  return a.runInNewContext(code); // HERE\n}\n",
    "const vm = require('vm');\nfunction run(code) {\n  return vm2.VM().run(code); // HERE\n}\n",
    "const vm = require('vm');\nfunction run(code) {\n  return VM.run(code); // HERE\n}\n",
    "const vm = require('vm');\nfunction run(code) {\n  return vm2.NodeVM.run(code); // HERE\n}\n",
    "const vm = require('vm');\nfunction run(code) {\n  return vm2.VMScript(code); // HERE\n}\n",
    "const vm = require('vm');\nfunction run(code) {\n  return sandbox().run(code); // HERE\n}\n",
    "const vm = require('vm');\nfunction run(code) {\n  return sandbox.run(code); // HERE\n}\n",
    "const vm = require('vm');\nfunction run(code) {\n  return notevil(code); // HERE\n}\n",
    "const vm = require('vm');\nfunction run(code) {\n  return a.Runtime.compileScript(code); // HERE\n}\n",
    "const vm = require('vm');\nfunction run(code) {\n  return $.globalEval(code); // HERE\n}\n",
    'export const f = (q) => {\n  jQuery.globalEval(q); // HERE\n};\n',
  ],
  negatives: [
    "const vm = require('vm');\nconst run = (code) => vm.runInThisContext('1 + 1');\n",
    "const vm = require('vm');\napp.post('/c', (req, res) => vm.runInThisContext(req.body.code));\n",
  ],
});
