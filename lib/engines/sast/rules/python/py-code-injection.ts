import type { Rule } from '@scangate/engines/sast/rule';
import { fromCommandLine } from './command-line.ts';
import { flask } from './samples.ts';

export const pyCodeInjection: Rule = {
  id: 'py-code-injection',
  cwe: 'CWE-94',
  severity: 'critical',
  title: 'Untrusted input is run as code',
  message: 'Untrusted input is run as Python: its sender can do whatever the program can.',
  help: 'Do not evaluate text. For literals use ast.literal_eval or json.loads; for choices a dictionary of functions.',
  category: 'code',
  sinks: [
    {
      call: [
        '{eval,exec,execfile,compile,__import__}',
        '{builtins,__builtin__}.{eval,exec,compile,__import__}',
        'importlib.{import_module,__import__}',
        'import_module',
        '{pandas,pd,numexpr,ne}.{eval,evaluate}',
        '*.ImageMath.{eval,unsafe_eval}',
        'ImageMath.{eval,unsafe_eval}',
        'code.{InteractiveInterpreter,interact}',
        '*.{runsource,runcode}',
        'timeit.timeit',
        '*.InteractiveConsole().push',
      ],
    },
    {
      call: ['*.run_in_executor'],
      args: [2],
      when: ({ args }) => /^(?:eval|exec)$/.test(args[1]?.path ?? ''),
    },
  ],
  positives: [
    flask('    eval(request.args["e"])  # HERE'),
    flask('    body = request.get_json()\n    exec("x = " + body["code"])  # HERE'),
    flask('    importlib.import_module("plugins." + request.values["p"])  # HERE', 'import importlib'),
    'from fastapi import FastAPI, Request\napp = FastAPI()\n@app.post("/run")\nasync def run(req: Request):\n    data = await req.json()\n    return {"r": eval(data["x"])}  # HERE\n',
  ],
  negatives: [
    flask('    ast.literal_eval(request.args["e"])', 'import ast'),
    'eval("1 + 1")\n',
    'model.eval()\n',
    flask(
      `    text = request.args["e"]\n    if not text.startswith("'") or not text.endswith("'") or "'" in text[1:-1]:\n        return ""\n    eval(text)`,
    ),
    flask('    actions = {"a": f}\n    actions[request.args["a"]]()'),
  ],
};

export const pyCodeInjectionLocal = fromCommandLine(pyCodeInjection, {
  title: 'Argument of the program run as code',
  positives: ['import sys\neval(sys.argv[1])  # HERE\n', 'x = input()\nexec(x)  # HERE\n'],
  negatives: ['import sys\nint(sys.argv[1])\n'],
});

export const pyCodeFromParameter: Rule = {
  ...pyCodeInjection,
  id: 'py-code-from-parameter',
  severity: 'medium',
  confidence: 'low',
  title: 'Parameter run as code',
  message:
    'A function runs its argument as Python: wherever it is called with untrusted input, that input can do whatever the program can.',
  labels: ['parameter'],
  supersededBy: ['py-code-injection'],
  sinks: [{ call: ['{eval,exec,compile}', '{builtins,__builtin__}.{eval,exec,compile}'] }],
  positives: ['def calculate(expression):\n    return eval(expression)  # HERE\n'],
  negatives: [
    'def calculate(expression):\n    return ast.literal_eval(expression)\n',
    flask('    eval(request.args["e"])'),
  ],
};
