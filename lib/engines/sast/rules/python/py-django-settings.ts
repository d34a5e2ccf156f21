import type { Rule } from '@scangate/engines/sast/rule';
import type { Value } from '@scangate/engines/sast/taint/value';

const isTrue = ({ constant }: Value): boolean => constant === true;
const isFalse = ({ constant }: Value): boolean => constant === false;
const holdsStar = ({ fields }: Value): boolean =>
  [...(fields?.values() ?? [])].some(({ constant }) => constant === '*');

export const pyDjangoSettings: Rule = {
  id: 'py-django-settings',
  cwe: 'CWE-16',
  severity: 'low',
  title: 'Development setting',
  message:
    'A setting for development only: errors show internals, any host name is accepted, or cookies are sent unencrypted.',
  help: 'Keep such settings in a file for development, or take them from the environment.',
  writes: [
    { name: /^DEBUG$/, when: isTrue },
    { name: /^ALLOWED_HOSTS$/, when: holdsStar },
    { name: /^(?:SESSION|CSRF)_COOKIE_SECURE$/, when: isFalse },
    { name: /^SESSION_COOKIE_HTTPONLY$/, when: isFalse },
    { name: /^WTF_CSRF_ENABLED$/, when: isFalse },
  ],
  positives: [
    'DEBUG = True  # HERE\n',
    'ALLOWED_HOSTS = ["*"]  # HERE\n',
    'SESSION_COOKIE_SECURE = False  # HERE\n',
    'app.config["WTF_CSRF_ENABLED"] = False  # HERE\n',
  ],
  negatives: [
    'import os\nDEBUG = os.environ.get("DEBUG") == "1"\nALLOWED_HOSTS = ["example.com"]\nSESSION_COOKIE_SECURE = True\n',
  ],
};
