import { Navigate, useLocation } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { pageHref } from '@scangate/console/parts/actions/page-href.ts';
import { useSession } from '@scangate/console/session/session-context.ts';

/** Leads from the payment page, which knows no organization, to the billing of the organization of the session. */
export default function ReturnPage(): ReactElement {
  const { organizationId } = useSession().organization;
  const search = useLocation({ select: (location) => location.searchStr });
  const checkout = new URLSearchParams(search).get('checkout');
  const way = checkout === null ? {} : { checkout };
  return <Navigate to={pageHref(organizationId, { to: 'billing', search: way })} replace />;
}
