import type { Rule } from '@scangate/engines/sast/rule';

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
        'notevil',
        'safe-eval',
        'static-eval',
      ],
    },
    {
      call: ['*.{find,findOne,countDocuments,aggregate,update,updateOne,exec,deleteOne,count}'],
      fields: ['$where', '$function', '$accumulator'],
      when: ({ args }) =>
        ['$where', '$function', '$accumulator'].some((key) => args[0]?.fields?.has(key) === true),
    },
    { call: ['*.$where', '*.mapReduce'] },
    { call: ['require', 'require.resolve', 'import'] },
    { call: ['mathjs.evaluate', 'mathjs.eval', 'math.eval'] },
  ],
  positives: [
    "app.post('/c', (req, res) => {\n  const preTax = eval(req.body.preTax); // HERE\n});\n",
    "app.post('/c', (req, res) => {\n  const run = new Function('x', 'return ' + req.body.expression); // HERE\n  run(1);\n});\n",
    "const vm = require('vm');\napp.post('/c', (req, res) => {\n  vm.runInNewContext(req.body.code, {}); // HERE\n});\n",
    "app.get('/t', (req, res) => {\n  db.orders.find({ $where: `this.id === '${req.params.id}'` }); // HERE\n});\n",
    "app.get('/m', (req, res) => {\n  require('./plugins/' + req.query.name); // HERE\n});\n",
  ],
  negatives: [
    "app.post('/c', (req, res) => JSON.parse(req.body.data));\n",
    "app.post('/c', (req, res) => setTimeout(() => res.send('x'), req.body.delay));\n",
    "eval('1 + 1');\n",
    "app.post('/c', (req, res) => handlers[req.body.name]?.());\n",
  ],
};
