import type { Rule } from '@scangate/engines/sast/rule';
import type { Step, Value } from '@scangate/engines/sast/taint/value';
import { method, servlet } from './samples.ts';

/** Skips a value that is passed on to a function whose parameter has such a name: it is reported there. */
const isGuessable = ({ taints }: Value): boolean =>
  taints.some(
    ({ origin, lastStep: last }) => origin.label === 'weak-random' && !last?.message.startsWith('passed to'),
  );

const secret =
  /^(?!\w{0,60}(?:window|interval|delay|ttl|timeout|seconds|millis|count|length|size|index)$)\w{0,60}?(?:token|secret|passw|nonce|salt|\botp|csrf|session_?id|(?:api|private|encrypt\w{0,5}|signing|auth|access|session|hmac|aes|cipher|crypto|master)_?key|(?:verification|auth|reset|access|security|captcha)_?code|rememberme)/i;

/** Skips a value that was assigned to such a name before: it was reported there. */
const isTold = ({ taints }: Value): boolean =>
  taints.every(({ lastStep: last }) => {
    for (let step: Step | undefined = last; step; step = step.before)
      if (step.message.startsWith('assigned to') && secret.test(step.message.slice(13, -1))) return true;
    return false;
  });

export const javaWeakRandom: Rule = {
  id: 'java-weak-random',
  cwe: 'CWE-330',
  severity: 'medium',
  title: 'Predictable secret',
  message:
    'A secret is created with java.util.Random or Math.random: anyone who has seen a few values can predict the next ones.',
  help: 'Use java.security.SecureRandom.',
  category: 'random',
  labels: ['weak-random'],
  writes: [{ name: secret, when: isGuessable }],
  sinks: [
    {
      call: ['Cookie'],
      args: [1],
      // A named value is reported at its declaration.
      when: ({ written }) => written[1]?.kind !== 'name',
    },
    {
      returns: ({ name }) => secret.test(name ?? ''),
      unless: isTold,
    },
  ],
  positives: [
    method('    String token = Long.toHexString(new java.util.Random().nextLong()); // HERE'),
    method(`    float value = new Random().nextFloat();
    String rememberMeKey = Float.toString(value).substring(2); // HERE`),
    'class A {\n  private final Random random = new Random();\n  String newPassword() {\n    StringBuilder text = new StringBuilder();\n    for (int i = 0; i < 8; i++) text.append(CHARS.charAt(random.nextInt(62)));\n    return text.toString(); // HERE\n  }\n}\n',
    servlet('    response.addCookie(new Cookie("id", "" + Math.random())); // HERE'),
  ],
  negatives: [
    method(`    java.util.Random numGen = java.security.SecureRandom.getInstance("SHA1PRNG");
    String token = Long.toHexString(numGen.nextLong());`),
    method('    long tokenRefreshWindow = new Random().nextInt(1000);'),
    method('    int delay = new Random().nextInt(1000);\n    Thread.sleep(delay);'),
    method(
      '    double key = Math.abs(3);\n    byte[] salt = new byte[16];\n    new SecureRandom().nextBytes(salt);',
    ),
  ],
};
