import type { Call, Rule } from '@scangate/engines/sast/rule';
import { constantText, isOff } from './conditions.ts';
import { script } from './samples.ts';

const isSecret = (call: Call): boolean =>
  /sess|auth|token|remember|login|user|sid|jwt/i.test(constantText(call.args[0]));

/** Tells whether a flag is missing or off, by position or in the array of options. */
const lacks = ({ args }: Call, name: string, at: number): boolean => {
  const [, , options] = args;
  if (options?.fields) {
    const flag = options.fields.at(name);
    return flag === undefined || isOff(flag);
  }
  return args[at] === undefined || isOff(args[at]);
};

const isDeleted = ({ args: [, value, expires], written }: Call): boolean =>
  value?.constant === '' || expires?.constant === 1 || /time\(\)\s?-/.test(written[2]?.at.text ?? '');

const ofSession =
  (name: string) =>
  ({ args: [option, value] }: Call): boolean =>
    constantText(option) === name && isOff(value);

export const phpCookieWithoutHttponly: Rule = {
  id: 'php-cookie-without-httponly',
  cwe: 'CWE-1004',
  severity: 'low',
  title: 'Cookie readable by scripts',
  message: 'A script injected into the page can read the cookie and send it elsewhere.',
  help: 'Set httponly: setcookie($name, $value, ["httponly" => true, "secure" => true]).',
  calls: [
    {
      call: ['{setcookie,setrawcookie}'],
      when: (call) => isSecret(call) && !isDeleted(call) && lacks(call, 'httponly', 6),
    },
    { call: ['ini_set'], when: ofSession('session.cookie_httponly') },
  ],
  positives: [
    script('setcookie("session", $id); // HERE'),
    script('setcookie("auth_token", $t, ["secure" => true]); // HERE'),
    script('ini_set("session.cookie_httponly", 0); // HERE'),
  ],
  negatives: [
    script('setcookie("session", $id, 0, "/", "", true, true);\nsetcookie("theme", "dark");'),
    script(
      'setcookie("session", $id, ["secure" => true, "httponly" => true]);\nsetcookie("session", "", time() - 3600);',
    ),
  ],
};

export const phpCookieWithoutSecure: Rule = {
  id: 'php-cookie-without-secure',
  cwe: 'CWE-614',
  severity: 'low',
  title: 'Cookie sent without encryption',
  message: 'The browser also sends the cookie over http, where anyone on the network path can read it.',
  help: 'Set secure: setcookie($name, $value, ["httponly" => true, "secure" => true]).',
  calls: [
    {
      call: ['{setcookie,setrawcookie}'],
      when: (call) => isSecret(call) && !isDeleted(call) && lacks(call, 'secure', 5),
    },
    { call: ['ini_set'], when: ofSession('session.cookie_secure') },
  ],
  positives: [
    script('setcookie("session", $id, 0, "/"); // HERE'),
    script('setcookie("jwt", $t, ["httponly" => true]); // HERE'),
  ],
  negatives: [
    script('setcookie("session", $id, 0, "/", "", true, true);\nsetcookie("theme", "dark");'),
    script('ini_set("session.cookie_secure", 1);'),
  ],
};
