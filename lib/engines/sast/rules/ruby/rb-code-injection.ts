import type { Rule } from '@scangate/engines/sast/rule';
import { action } from './samples.ts';

export const rbCodeInjection: Rule = {
  id: 'rb-code-injection',
  cwe: 'CWE-94',
  severity: 'critical',
  title: 'Untrusted input is run as code',
  message: 'Untrusted input is run as Ruby, so that its sender controls the server.',
  help: 'Do not evaluate input. Choose the action from a fixed list.',
  category: 'code',
  sinks: [
    {
      call: ['{eval,instance_eval,class_eval,module_eval}', '*.{eval,instance_eval,class_eval,module_eval}'],
      // A block is the program's own code.
      when: ({ at }) => !/[(\s]&[a-z]/.test(at.text.slice(0, 200)),
    },
    { call: ['{require,load,require_relative}', 'Kernel.{require,load}'] },
  ],
  positives: [
    action('eval(params[:code]) # HERE'),
    action('User.class_eval("def a; #{params[:body]}; end") # HERE'),
    action('load(params[:file]) # HERE'),
  ],
  negatives: [
    action('eval("1 + 1")\nUser.class_eval do\n  def a; end\nend'),
    action('redis.eval("return 1", [params[:key]])'),
  ],
};
