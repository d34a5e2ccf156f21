import type { Rule } from '@scangate/engines/sast/rule';
import { handler } from './samples.ts';

export const goCodeInjection: Rule = {
  id: 'go-code-injection',
  cwe: 'CWE-94',
  severity: 'critical',
  title: 'Outside text is run as code',
  message: 'Text from outside is evaluated as a script: whoever sends it decides what it does.',
  help: 'Do not evaluate text from outside; choose among fixed scripts, and give values as variables.',
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
