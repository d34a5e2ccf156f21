import type { Rule } from '@scangate/engines/sast/rule';
import { handler } from './samples.ts';

export const goCodeInjection: Rule = {
  id: 'go-code-injection',
  cwe: 'CWE-94',
  severity: 'critical',
  title: 'Untrusted input is run as code',
  message: 'Untrusted input is evaluated as a script: its sender decides what it does.',
  help: 'Do not evaluate untrusted input; choose among fixed scripts, and pass values as variables.',
  category: 'code',
  sinks: [
    {
      call: [
        '*.{RunString,RunScript,DoString}',
        'github.com/robertkrimen/otto.Otto.{Run,Eval}',
        'github.com/robertkrimen/otto.New().{Run,Eval}',
      ],
    },
    { call: ['plugin.Open'] },
  ],
  positives: [
    handler('github.com/robertkrimen/otto', '\tvm := otto.New()\n\tvm.Run(r.FormValue("code")) // HERE'),
  ],
  negatives: [
    handler(
      'github.com/robertkrimen/otto',
      '\tvm := otto.New()\n\tvm.Set("name", r.FormValue("name"))\n\tvm.Run("hello(name)")',
    ),
  ],
};
