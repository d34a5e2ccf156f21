import { gitlab } from '@scangate/emulator-providers/gitlab/server';
import { gitlabIssues } from '#adapters/providers/gitlab/issues.ts';
import { contractsOf } from '#test/support/integrations/contract.ts';
import {
  describeContracts,
  describeTracker,
  type SuiteOptions,
} from '#test/support/integrations/tracker-suite.ts';

const project = 'acme/security';
const options: SuiteOptions<ReturnType<typeof gitlab.initial>> = {
  definition: gitlab,
  provider: (fetch) => gitlabIssues({ fetch, replaced: {} }),
  connection: { settings: { project }, credential: { token: 'glpat-bot1' } },
  operations: { create: 'CreateIssue', change: 'UpdateIssue' },
  inputs: {
    issue: (externalId) => ({ project, iid: Number(externalId) }),
    removeProject: ['delete-project', { project }],
    revoke: ['revoke-token', { token: 'glpat-bot1' }],
  },
};

describeTracker(options);
describeContracts(
  options,
  contractsOf('gitlab').filter(([name]) => name.startsWith('issue-')),
);
