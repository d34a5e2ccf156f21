import { ProviderFailure } from '#ports/integrations/provider.ts';
import type { IssueState } from '#ports/integrations/issue-tracker.ts';

const isGone = (error: unknown): error is ProviderFailure =>
  error instanceof ProviderFailure && error.details.reason === 'gone';

/**
 * Reads an issue, and distinguishes one that is gone from a project that is.
 * @param check throws when the project is gone. @throws ProviderFailure
 */
export const readOrGone = async (
  read: () => Promise<IssueState>,
  check: () => Promise<unknown>,
): Promise<IssueState> => {
  try {
    return await read();
  } catch (error) {
    if (!isGone(error)) throw error;
    await check();
    return error.details.cause === 'redirected' ? 'moved' : 'deleted';
  }
};

/**
 * Writes an issue. One that is gone since it was read fails alone, because its project may be there.
 * @throws ProviderFailure
 */
export const writeUnlessGone = async (
  write: () => Promise<unknown>,
  check: () => Promise<unknown>,
): Promise<void> => {
  try {
    await write();
  } catch (error) {
    if (!isGone(error)) throw error;
    await check();
    throw new ProviderFailure({ ...error.details, reason: 'invalid' }, { cause: error });
  }
};
