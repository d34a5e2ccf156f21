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
    {
      call: ['putenv'],
      when: ({ args: [setting] }) => /^APP_DEBUG=(?:true|1)$/i.test(constantText(setting)),
    },
    { call: ['{Debug,*.Debug}.enable'], when: ({ within }) => within === undefined },
  ],
  entries: [
    {
      key: ['app.debug'],
      when: (value, { callee }) => callee.includes('config') && (isOn(value) || value.constant === 'true'),
    },
  ],
  writes: [{ write: ['$_ENV.APP_DEBUG'], when: (value) => isOn(value) || value.constant === 'true' }],
  positives: [
    script('config(["app.debug" => true]); // HERE'),
    script('putenv("APP_DEBUG=true"); // HERE'),
    script('$_ENV["APP_DEBUG"] = "true"; // HERE'),
    script('phpinfo(); // HERE'),
    script('ini_set("display_errors", 1); // HERE'),
    script('define("WP_DEBUG", true); // HERE'),
    '<?php\nDebug::enable(["app.debug" => true]); // HERE\n',
  ],
  negatives: [
    script('config(["app.debug" => false]);\nconfig("app.debug", true);\nputenv("APP_DEBUG=false");'),
    script('ini_set("display_errors", 0);\ndefine("WP_DEBUG", false);\ndefine("VERSION", true);'),
  ],
};
