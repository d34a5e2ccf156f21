import { Problem } from '@scangate/domain/problem';
import type { Mail } from '@scangate/emulator-aws/ses/service';
import type { Execution } from '@scangate/emulator-aws/step-functions/execution-journal';
import type { ControlRoute } from './control-route.ts';
import { inboxPage } from './inbox-page.ts';

export interface InspectionRoutesOptions {
  inbox: () => Mail[];
  findExecution: (name: string) => Execution | undefined;
}

/** Shows sent mails and workflow executions. */
export const inspectionRoutes = ({ inbox, findExecution }: InspectionRoutesOptions): ControlRoute[] => [
  ['GET', /^\/_local\/health$/, () => ({ status: 200, body: { ok: true } })],
  ['GET', /^\/_local\/mail$/, () => ({ status: 200, body: inbox() })],
  ['GET', /^\/_local\/inbox$/, () => ({ status: 200, html: inboxPage(inbox()) })],
  [
    'GET',
    /^\/_local\/executions\/([\w-]{1,80})$/,
    ({ id }) => {
      const execution = findExecution(id);
      if (!execution) throw new Problem('not_found', { detail: 'There is no such execution.' });
      return { status: 200, body: executionView(execution) };
    },
  ],
];

const executionView = ({ at, startedAt, endedAt, ...execution }: Execution) => ({
  ...execution,
  startedAt: new Date(startedAt).toISOString(),
  ...(endedAt !== undefined && { endedAt: new Date(endedAt).toISOString() }),
  ...(at && { state: at.state }),
});
