import type { BodyOfResponse } from '@scangate/client';
import type { ReactElement } from 'react';
import { overviewMessages } from '@scangate/console/messages/overview.ts';
import { Link } from '@scangate/console/parts/actions/link.tsx';
import { Panel } from '@scangate/console/parts/layout/panel.tsx';
import { isPermitted, managers } from '@scangate/console/session/permissions.ts';
import { useSession } from '@scangate/console/session/session-context.ts';
import { useRead } from '@scangate/console/session/use-read.ts';

type CoreForecast = BodyOfResponse<'get-forecast'>['pools']['core'];

/** Whether the credits last, as a sentence. */
export const forecastWords = ({ creditsPerDay, daysToThreshold }: CoreForecast): string => {
  if (creditsPerDay === null) return overviewMessages.noPace;
  return daysToThreshold === null ? overviewMessages.lasts : overviewMessages.runsOut(daysToThreshold);
};

/** For owners and admins the forecast, for the others whether credits run out. */
export const CreditForecast = (): ReactElement => {
  const session = useSession();
  const seesAmounts = isPermitted({ roles: managers, notForClients: true }, session);
  const forecast = useRead('get-forecast', undefined, { enabled: seesAmounts });
  const alert = useRead('get-credits-alert', undefined, { enabled: !seesAmounts });
  if (!seesAmounts)
    return (
      <Panel title={overviewMessages.credits} reading={alert} rows={1}>
        {({ pools }) => <p>{overviewMessages.alert[pools.core.state]}</p>}
      </Panel>
    );
  return (
    <Panel title={overviewMessages.credits} reading={forecast} rows={2}>
      {({ pools: { core } }) => (
        <>
          <p>{forecastWords(core)}</p>
          <p>
            <Link to="billing" search={{ tab: 'usage' }}>
              {overviewMessages.toBilling}
            </Link>
          </p>
        </>
      )}
    </Panel>
  );
};
