import type { Rule } from '@scangate/engines/sast/rule';
import { constantText, isOn } from './conditions.ts';
import { script } from './samples.ts';

export const phpDebugMode: Rule = {
  id: 'php-debug-mode',
  cwe: 'CWE-489',
  severity: 'low',
  title: 'Errors and settings are shown',
  message: 'Visitors see stack traces or the settings of the server, with paths and sometimes secrets.',
  help: 'Turn display_errors and debug off in production, and remove phpinfo().',
  calls: [
    { call: ['phpinfo'] },
    {
      call: ['ini_set'],
      when: ({ args: [name, value] }) => constantText(name) === 'display_errors' && isOn(value),
    },
    {
      call: ['define'],
      when: ({ args: [name, value] }) =>
        /^(?:WP_DEBUG|YII_DEBUG|APP_DEBUG)$/.test(constantText(name)) && isOn(value),
    },
    { call: ['{Debug,*.Debug}.enable'], when: ({ within }) => within === undefined },
  ],
  positives: [
    script('phpinfo(); // HERE'),
    script('ini_set("display_errors", 1); // HERE'),
    script('define("WP_DEBUG", true); // HERE'),
  ],
  negatives: [script('ini_set("display_errors", 0);\ndefine("WP_DEBUG", false);\ndefine("VERSION", true);')],
};
