import {
  secretAnswers,
  type SecretCandidate,
  type SecretVerifier,
} from '@scangate/engines/model/gate/secret-liveness';
import type { Answer } from './sandbox-process.ts';
import type { ChildChannel } from './child-channel.ts';

/** The limit of candidates per question. */
const maxCandidates = 10_000;

const candidatesIn = (question: unknown): SecretCandidate[] => {
  const { candidates } = (question ?? {}) as { candidates?: unknown };
  if (!Array.isArray(candidates) || candidates.length > maxCandidates)
    throw new Error('the sandbox asks with something else');
  return candidates.map((one: unknown) => {
    const { rule, secret } = (one ?? {}) as Partial<SecretCandidate>;
    if (typeof rule === 'string' && typeof secret === 'string') return { rule, secret };
    throw new Error('the sandbox asks with something else');
  });
};

/**
 * Answers the question of a sandbox whether secrets work. The verifier sends nothing that does not match the form of
 * its kind.
 */
export const livenessAnswers = (verifier: SecretVerifier): Record<'liveness', Answer> => ({
  liveness: async function* (question) {
    yield Buffer.from(JSON.stringify(await verifier.verify(candidatesIn(question))));
  },
});

/**
 * Queries the liveness of secrets through the pipe; the sandbox itself has no network.
 * @param accepts selects the secrets that a provider can be queried about.
 */
export const remoteSecretVerifier = (
  channel: ChildChannel,
  accepts: SecretVerifier['accepts'],
): SecretVerifier => ({
  accepts,
  verify: async (candidates) => {
    const answers = channel.askValue('liveness', { candidates });
    const known = Array.isArray(answers) ? answers : [];
    return candidates.map((_, index) => secretAnswers.find((one) => one === known[index]) ?? 'unasked');
  },
});
