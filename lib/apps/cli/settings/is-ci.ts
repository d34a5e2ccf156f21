import { detectCi } from '../ci/index.ts';
import type { CommandEnvironment } from '../commands/command-environment.ts';

/** Whether the process runs under a CI: one that is known, or one that sets `CI` as most do. */
export const isCi = (environment: CommandEnvironment['environment']): boolean =>
  detectCi(environment) !== undefined || /^(?:1|true)$/i.test(environment['CI'] ?? '');
