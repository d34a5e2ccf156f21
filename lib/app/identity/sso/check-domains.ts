import { isVerified, recordLookup } from '@scangate/domain/identity/sso/organization-domains';
import { Problem, Transient } from '@scangate/domain/problem';
import type { OrganizationDomain } from '@scangate/domain/records';
import type { Log } from '#ports/log.ts';
import { commitOrThrow, type Store, type StoreReader } from '#ports/store.ts';
import type { TxtRecords } from '#ports/identity/txt-records.ts';
import { processDaily, type DailyResult } from '#app/jobs/process-daily.ts';
import type { RunContext } from '#app/jobs/run-context.ts';
import { isProven, listDomains } from './domains.ts';

type Records = 'organizationDomain' | 'domainClaim' | 'auditEvent' | 'mail' | 'jobPosition';

export interface DomainCheckPorts {
  store: Pick<StoreReader, 'load' | 'list' | 'listDue'> & Pick<Store<Records>, 'commit'>;
  txtRecords: TxtRecords;
  log: Log;
}

/** A domain whose name servers do not respond is as little proven as one without the record. */
const isStillProven = (domain: OrganizationDomain, { txtRecords }: DomainCheckPorts): Promise<boolean> =>
  isProven(domain, txtRecords).catch((error: unknown) => {
    if (error instanceof Transient) return false;
    throw error;
  });

/** Looks up one domain. If an owner removed it meanwhile, the removal wins. */
const checkDomain = async (
  ports: DomainCheckPorts,
  domain: OrganizationDomain,
  now: string,
): Promise<void> => {
  const found = await isStillProven(domain, ports);
  try {
    await commitOrThrow(ports.store, recordLookup(domain, found, now));
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
  }
};

/** Looks up every verified domain once a day, and unverifies those whose proof has been missing for 7 days. */
export const checkDomains = (ports: DomainCheckPorts, context: RunContext): Promise<DailyResult> =>
  processDaily(
    {
      job: 'check-domains',
      record: 'organization',
      visit: async ({ organizationId }) => {
        const domains = await listDomains(ports.store, organizationId);
        for (const domain of domains.filter(isVerified))
          await checkDomain(ports, domain, context.now.toISOString());
      },
    },
    ports,
    context,
  );
