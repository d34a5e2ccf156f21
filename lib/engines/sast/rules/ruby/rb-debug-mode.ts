import type { Rule } from '@scangate/engines/sast/rule';
import { action } from './samples.ts';

export const rbDebugMode: Rule = {
  id: 'rb-debug-mode',
  cwe: 'CWE-489',
  severity: 'low',
  title: 'Debugging is left on',
  message: 'Visitors see stack traces, or a debug console is open to anyone.',
  help: 'Remove the debugger, and show errors only in development.',
  calls: [
    { call: ['{byebug,debugger}', 'binding().{pry,irb,break,remote_pry}'] },
    {
      call: ['{set,enable}'],
      when: ({ args: [what, value] }) =>
        what?.constant === 'show_exceptions' && (value === undefined || value.constant === true),
    },
  ],
  positives: [action('binding.pry # HERE'), action('byebug # HERE'), 'set :show_exceptions, true # HERE\n'],
  negatives: ['set :show_exceptions, false\nenable :sessions\n', action('binding.local_variables')],
};
