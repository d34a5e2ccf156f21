import { detectCi } from '../ci/index.ts';
import type { CommandEnvironment } from '../commands/command-environment.ts';

/** Whether the process runs in a CI: a known one, or any that sets `CI`, as most do. */
export const isCi = (environment: CommandEnvironment['environment']): boolean =>
  detectCi(environment) !== undefined || /^(?:1|true)$/i.test(environment['CI'] ?? '');
