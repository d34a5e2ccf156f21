import type { Ticket } from '../events/event-records.ts';

/** A ticket as the API shows it. */
export const ticketView = ({ group, repositoryId, projectUnitId, state, title, ...rest }: Ticket) => ({
  group,
  repositoryId,
  projectUnitId,
  state,
  title,
  ...(rest.externalId !== undefined && { externalId: rest.externalId }),
  ...(rest.url !== undefined && { url: rest.url }),
  ...(rest.closedBy !== undefined && { closedBy: rest.closedBy }),
  severity: rest.severity,
  knownExploited: rest.knownExploited,
  ...(rest.rejected && { rejected: { at: rest.rejected.at, detail: rest.rejected.detail } }),
  changedAt: rest.changedAt,
});
