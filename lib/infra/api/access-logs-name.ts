import type { Settings } from '../settings.ts';

/** The log group of the gateway's access log, by which other stacks find it. */
export const accessLogsName = ({ deploymentName }: Pick<Settings, 'deploymentName'>): string =>
  `/${deploymentName}/api-access`;
