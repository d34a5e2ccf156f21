import type { Rule } from '@scangate/engines/sast/rule';
import type { Value } from '@scangate/engines/sast/taint/value';
import { deepTaints } from '@scangate/engines/sast/taint/value';

const isGuessable = (value: Value): boolean =>
  deepTaints(value).some(({ origin }) => origin.label === 'weak-random');

const secret =
  /token|secret|passw|nonce|\bsalt|_salt|^otp|_otp|csrf|session_?id|session_?key|api_?key|(?:secret|private|encryption|auth|access)_?key|(?:verification|auth|reset|access|security|captcha|confirmation)_?code|remember_?me|captcha/i;

export const pyWeakRandom: Rule = {
  id: 'py-weak-random',
  cwe: 'CWE-330',
  severity: 'medium',
  title: 'Predictable secret',
  message:
    'A secret is created with the random module: anyone who has seen a few values can predict the next ones.',
  help: 'Use the secrets module (secrets.token_urlsafe, secrets.choice) or random.SystemRandom.',
  category: 'random',
  labels: ['weak-random'],
  writes: [
    { name: secret, when: isGuessable },
    { write: ['{session,flask.session}.*', '*.session.*'], when: isGuessable },
  ],
  sinks: [
    // A hashed value cannot be guessed.
    { call: ['hashlib.{md5,sha1,sha224,sha256,sha384,sha512,blake2b}'] },
    { call: ['*.set_cookie'], args: [1], named: ['value'] },
    {
      returns: ({ name, body }) => {
        const last = body.at(-1);
        return (
          secret.test(name ?? '') && !(last?.kind === 'return' && secret.test(last.value?.at.text ?? ''))
        );
      },
    },
  ],
  positives: [
    'import random, hashlib\nkey = hashlib.sha256(str(random.getrandbits(256)).encode()).hexdigest()  # HERE\n',
    'import random\ntoken = "".join(random.choice(letters) for _ in range(32))  # HERE\n',
    'import random\nreset_code = str(random.randint(1000, 9999))  # HERE\n',
    'from random import choice\ndef make_password():\n    return "".join([choice(chars) for i in range(8)])  # HERE\n',
    'import random\nkept = {}\nname = f"rememberMe{1}"\nkept[name] = str(random.random())[2:]  # HERE\n',
    'import random\nr = make_response("")\nr.set_cookie("id", str(random.getrandbits(64)))  # HERE\n',
  ],
  negatives: [
    'import random\nimport hashlib\nrandom.shuffle(items)\nhashlib.sha256(data)\n',
    'import secrets\ntoken = secrets.token_hex(16)\n',
    'import random\ntoken = str(random.SystemRandom().random())[2:]\n',
    'import random\ndelay = random.random() * 10\n',
    'import random\nrng = random.SystemRandom()\npassword = "".join(rng.choice(chars) for _ in range(9))\n',
  ],
};
