import type { Rule } from '@scangate/engines/sast/rule';
import type { Value } from '@scangate/engines/sast/taint/value';

/** A dot of a host name that matches any character: `https://www.example.com` also matches `https://wwwxexample.com`. */
const looseHost = /^\^?\(?\??:?(?:http|ws)[^ ]{0,20}:(?:\\\/|\/){2}[^ ]{0,100}[\w)]\.[\w-]{2,63}/;

const isLoose = ({ regex }: Value): boolean => regex !== undefined && looseHost.test(regex.source);

const holdsLoose = (value: Value): boolean =>
  isLoose(value) || [...(value.fields?.values() ?? [])].some(isLoose);

export const jsLooseOrigin: Rule = {
  id: 'js-loose-origin',
  cwe: 'CWE-183',
  severity: 'medium',
  title: 'Origin pattern matches other hosts',
  message: 'An unescaped dot matches any character: somebody can register a host that the pattern accepts.',
  help: 'Escape the dots of host names (`\\.`), or compare with a list of strings.',
  words: ['http', 'https'],
  entries: [{ key: ['origin'], when: holdsLoose }],
  writes: [{ name: /cors|origin/i, when: holdsLoose }],
  positives: [
    'const corsOrigin = /^https:\\/\\/www.example.com$/; // HERE\n',
    'app.use(cors({ origin: [/^(http|https):\\/\\/app.example.com$/] })); // HERE\n',
  ],
  negatives: [
    'const corsOrigin = /^https:\\/\\/www\\.example\\.com$/;\n',
    "const corsOrigin = 'https://www.example.com';\n",
    'const title = /^https:\\/\\/www.example.com$/;\n',
  ],
};
