import { invalidField } from '@scangate/domain/invalid-field';
import type { CheckApi, CheckSettings, Repository, Scan } from '@scangate/domain/records';
import { checkApis } from './check-records.ts';

/** The settings that a request names; the others are kept. */
export type CheckSettingsChange = { [K in keyof CheckSettings]?: CheckSettings[K] | undefined };

type Written = Pick<Repository, 'checks' | 'checksStopped'>;

/** Returns the settings after the change; undefined when nothing is written any more. */
export const changedChecks = (
  stored: CheckSettings | undefined,
  change: CheckSettingsChange | undefined,
): CheckSettings | undefined => {
  const { status = false, comment = false, annotations = false, api } = { ...stored, ...definedOf(change) };
  if (!status && !comment) return undefined;
  return { status, comment, annotations, ...(api && { api }) };
};

const definedOf = (change: CheckSettingsChange = {}): Partial<CheckSettings> =>
  Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));

/** The API that accepts results at the host of a repository; undefined when neither host nor settings determine it. */
export const checkApiOf = ({
  provider,
  checks,
  credential,
}: Pick<Repository, 'provider' | 'checks' | 'credential'>): CheckApi | undefined => {
  if (credential?.app) return 'github';
  return checkApis.find((api) => api === provider) ?? checks?.api;
};

const refuse = (pointer: string, detail: string): never => {
  throw invalidField(pointer, detail);
};

/** Refuses settings that cannot be followed. @throws Problem validation_failed */
export const requireWritable = (repository: Repository): void => {
  const { checks } = repository;
  if (!checks) return;
  if (checks.annotations && !checks.status)
    refuse('/checks/annotations', 'Annotations are part of the status: turn status on, too.');
  if (!repository.credential)
    refuse('/checks', 'Results are posted with the repository’s credential: store one first.');
  if (!checkApiOf(repository))
    refuse('/checks/api', 'The host’s name does not show which API it has: set it to github or gitlab.');
};

/** Whether the service writes results of the repository at its host. */
export const writesChecks = ({ checks, checksStopped }: Written): boolean =>
  checks !== undefined && checksStopped === undefined;

/**
 * Decides, at the creation of a scan, who writes its result. The commit of an artifact is only claimed, and nothing
 * proves the base of a comparison with an artifact: the service writes neither.
 */
export const checksByOf = (
  repository: Written,
  { artifact, base }: Pick<Scan, 'artifact' | 'base'>,
): Pick<Scan, 'checksBy'> =>
  writesChecks(repository) && artifact === undefined && base?.scanId === undefined
    ? { checksBy: 'service' }
    : {};

/** The settings as people see them. */
export const checksView = ({ checks, checksStopped }: Written) => ({
  status: checks?.status ?? false,
  comment: checks?.comment ?? false,
  annotations: checks?.annotations ?? false,
  ...(checks?.api && { api: checks.api }),
  ...(checks && checksStopped && { stopped: checksStopped }),
});
