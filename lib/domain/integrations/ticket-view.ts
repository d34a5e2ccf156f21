import type { Ticket } from '../events/event-records.ts';

/** A ticket as the API shows it, of an integration whose issues are here now. */
export const ticketView = (
  { group, repositoryId, projectUnitId, state, title, ...rest }: Ticket,
  here: string,
) => ({
  group,
  repositoryId,
  projectUnitId,
  state,
  title,
  ...(rest.externalId !== undefined && { externalId: rest.externalId }),
  ...(rest.url !== undefined && { url: rest.url }),
  ...((rest.place ?? here) !== here && { atFormerPlace: true as const }),
  ...(rest.closedBy !== undefined && { closedBy: rest.closedBy }),
  severity: rest.severity,
  knownExploited: rest.knownExploited,
  ...(rest.rejected && { rejected: { at: rest.rejected.at, detail: rest.rejected.detail } }),
  changedAt: rest.changedAt,
});
