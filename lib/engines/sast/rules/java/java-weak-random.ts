import type { Rule } from '@scangate/engines/sast/rule';
import type { Step, Value } from '@scangate/engines/sast/taint/value';
import { method, servlet } from './samples.ts';

/** Not again where it is handed on to a function that calls it so, too. */
const isGuessable = ({ taints }: Value): boolean =>
  taints.some(
    ({ origin, lastStep: last }) => origin.label === 'weak-random' && !last?.message.startsWith('passed to'),
  );

const secret =
  /^(?!\w{0,60}(?:window|interval|delay|ttl|timeout|seconds|millis|count|length|size|index)$)\w{0,60}?(?:token|secret|passw|nonce|salt|\botp|csrf|session_?id|(?:api|private|encrypt\w{0,5}|signing|auth|access|session|hmac|aes|cipher|crypto|master)_?key|(?:verification|auth|reset|access|security|captcha)_?code|rememberme)/i;

/** What has been given such a name on its way was told there. */
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
  title: 'Secret that can be guessed',
  message:
    'A secret is made with java.util.Random or Math.random: who has seen a few values knows the ones to come.',
  help: 'Use java.security.SecureRandom.',
  category: 'random',
  labels: ['weak-random'],
  writes: [{ name: secret, when: isGuessable }],
  sinks: [
    {
      call: ['Cookie'],
      args: [1],
      // What has a name is told by its name.
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
