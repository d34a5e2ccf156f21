import { addMs, minuteMs } from '@scangate/domain/instant';
import type { Instant } from '@scangate/domain/records';
import type {
  IssueClaim,
  IssueRef,
  IssueTracker,
  TrackerProvider,
} from '#ports/integrations/issue-tracker.ts';
import { ProviderFailure, type Connection } from '#ports/integrations/provider.ts';

/** A project in the terms of its API: a missing issue or project is an error. */
export interface TrackerProject extends Omit<IssueTracker, 'find'> {
  /**
   * @returns the name of the project.
   * @throws ProviderFailure when it is gone, or does not accept issues.
   */
  check(): Promise<string>;
  /** @param author empty if the tracker reports none. */
  find(claim: IssueClaim, author: string): Promise<IssueRef | undefined>;
}

/** The failure of a project that does not accept issues. */
export const issuesDisabled = (): ProviderFailure =>
  new ProviderFailure({ reason: 'gone', cause: 'rejected', detail: 'issues are disabled' });

/** The clock of the tracker may be behind. */
const clockToleranceMs = 5 * minuteMs;

/** The instant since which the issue of a claim may have been created. */
export const claimedSince = ({ claimedAt }: IssueClaim): Instant =>
  addMs(new Date(claimedAt), -clockToleranceMs);

/** Pages of issues that a search reads. */
export const mostIssuePages = 50;

const isGone = (error: unknown): error is ProviderFailure =>
  error instanceof ProviderFailure && error.details.reason === 'gone';

/**
 * Distinguishes a missing issue from a missing project.
 * @param check throws when the project is gone.
 * @throws ProviderFailure
 */
export const unlessGone = async <T, G>(
  act: () => Promise<T>,
  check: () => Promise<unknown>,
  whenGone: (failure: ProviderFailure) => G,
): Promise<T | G> => {
  try {
    return await act();
  } catch (error) {
    if (!isGone(error)) throw error;
    await check();
    return whenGone(error);
  }
};

/** An issue that is gone since it was read fails alone, because its project exists. */
const failsAlone = (failure: ProviderFailure): never => {
  throw new ProviderFailure({ ...failure.details, reason: 'invalid' }, { cause: failure });
};

const trackerOf = ({ check, ...project }: TrackerProject): IssueTracker => {
  let known: ReturnType<TrackerProject['author']> | undefined;
  const author = () => (known ??= project.author());
  return {
    create: project.create,
    author,
    find: async (claim) => project.find(claim, claim.author ?? (await author()) ?? ''),
    read: (id, marker) =>
      unlessGone(
        () => project.read(id, marker),
        check,
        ({ details: { cause } }) => (cause === 'redirected' ? 'moved' : 'deleted'),
      ),
    write: (id, content) => unlessGone(() => project.write(id, content), check, failsAlone),
  };
};

/** Makes a provider of issues from a function that opens a project. */
export const trackerProvider = (
  openProject: (connection: Connection) => TrackerProject,
): TrackerProvider => ({
  check: async (connection) => ({ target: await openProject(connection).check() }),
  open: (connection) => trackerOf(openProject(connection)),
});
