import type { Rule } from '@scangate/engines/sast/rule';
import { isFixedValue } from '@scangate/engines/sast/taint/value';

export const pyDynamicCode: Rule = {
  id: 'py-dynamic-code',
  cwe: 'CWE-95',
  severity: 'low',
  confidence: 'low',
  title: 'Dynamic code',
  message: 'Text that is not constant is run as Python: anyone who can change it controls the program.',
  help: 'Use ast.literal_eval for literals, and functions in a dictionary for choices.',
  supersededBy: ['py-code-injection', 'py-code-injection-local', 'py-code-from-parameter'],
  calls: [
    {
      call: ['{eval,exec}', '{builtins,__builtin__}.{eval,exec}'],
      // Untrusted input that was checked is known to be harmless.
      when: ({ args: [code] }) =>
        code !== undefined &&
        !isFixedValue(code) &&
        code.path !== 'compile()' &&
        !code.taints.some(({ origin }) => origin.label === 'user'),
    },
  ],
  positives: ['text = read()\neval(text)  # HERE\n'],
  negatives: [
    'code = "1 + 1" if read() else "2"\neval(code)\n',
    'eval("1 + 1")\n',
    'exec(compile(open("setup.py").read(), "setup.py", "exec"))\n',
    'def f(text):\n    return eval(text)\n',
  ],
};
