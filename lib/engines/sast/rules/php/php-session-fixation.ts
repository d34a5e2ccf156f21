import type { Rule } from '@scangate/engines/sast/rule';
import { action, script } from './samples.ts';

export const phpSessionFixation: Rule = {
  id: 'php-session-fixation',
  cwe: 'CWE-384',
  severity: 'high',
  title: 'Untrusted input chooses the session',
  message:
    'An attacker who sets the session id knows it, and can use the session once the victim has signed in.',
  help: 'Let the server create the id, and call session_regenerate_id(true) after sign-in.',
  sinks: [{ call: ['session_id', '*.getSession().setId', '*.session().setId', '$session.setId'] }],
  calls: [
    {
      call: ['ini_set'],
      when: ({ args: [name, value] }) =>
        name?.constant === 'session.use_strict_mode' &&
        (value?.constant === 0 || value?.constant === '0' || value?.constant === false),
    },
  ],
  positives: [
    script('session_id($_GET["sid"]);  // HERE\nsession_start();'),
    action('        $request->session()->setId($request->input("s")); // HERE'),
    script('ini_set("session.use_strict_mode", 0); // HERE'),
    '<?php\na::getSession()::setId($_GET["sid"]);  // HERE\nsession_start();\n',
    '<?php\n$session::setId($_GET["sid"]);  // HERE\nsession_start();\n',
  ],
  negatives: [script('session_start();\n$id = session_id();\nsession_regenerate_id(true);')],
};
