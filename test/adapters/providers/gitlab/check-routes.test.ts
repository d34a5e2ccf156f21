import { gitlab } from '@scangate/emulator-providers/gitlab/server';
import { gitlabCheckWriter } from '#adapters/providers/gitlab/check-routes.ts';
import { gitlabClient } from '#adapters/providers/gitlab/client.ts';
import { describeCheckContracts } from '#test/support/integrations/check-contracts.ts';

describeCheckContracts({
  provider: 'gitlab',
  definition: gitlab,
  writer: (fetch) =>
    gitlabCheckWriter(
      gitlabClient({ fetch, origin: 'https://gitlab.com', token: 'glpat-bot1' }),
      'acme/web/shop',
    ),
  list: 'check-note-list',
  nothing: [],
});
