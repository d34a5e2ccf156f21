import { Problem } from '@scangate/domain/problem';
import type { ProvidersControl } from '@scangate/emulator-providers/open-providers';
import { providersPage } from '../integrations/providers-page.ts';
import type { ControlRoute } from './control-route.ts';

const unknown = (): Problem =>
  new Problem('not_found', { detail: 'There is no such emulator, or it knows no such action.' });

/**
 * Shows the emulators of providers, and performs the actions of people there: archive a channel, close an issue,
 * revoke a token.
 */
export const providerRoutes = (providers: ProvidersControl): ControlRoute[] => [
  ['GET', /^\/_local\/providers$/, () => ({ status: 200, html: providersPage(providers.show()) })],
  [
    'GET',
    /^\/_local\/providers\/([a-z]{1,40})$/,
    ({ id }) => {
      const state = providers.stateOf(id);
      if (!state) throw unknown();
      return { status: 200, body: state };
    },
  ],
  [
    'POST',
    /^\/_local\/providers\/([a-z]{1,40}\/[a-z-]{1,40})$/,
    async ({ id, body }) => {
      const [name = '', action = ''] = id.split('/');
      const done = providers.perform(name, action, await body());
      if (!done) throw unknown();
      return { status: 200, body: done.result };
    },
  ],
];
