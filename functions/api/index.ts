import type { EndpointSpec } from '#contract/endpoint.ts';
import { endpoint as resolveRepository } from './resolve-repository/endpoint.ts';
import { endpoint as connectRepository } from './connect-repository/endpoint.ts';
import { endpoint as checkRepository } from './check-repository/endpoint.ts';
import { endpoint as listBranches } from './list-branches/endpoint.ts';
import { endpoint as createBadge } from './create-badge/endpoint.ts';
import { endpoint as removeBadge } from './remove-badge/endpoint.ts';
import { endpoint as getBadge } from './get-badge/endpoint.ts';
import { endpoint as getRepository } from './get-repository/endpoint.ts';
import { endpoint as changeRepository } from './change-repository/endpoint.ts';
import { endpoint as listRepositories } from './list-repositories/endpoint.ts';
import { endpoint as disconnectRepository } from './disconnect-repository/endpoint.ts';
import { endpoint as createScan } from './create-scan/endpoint.ts';
import { endpoint as quoteScan } from './quote-scan/endpoint.ts';
import { endpoint as getScan } from './get-scan/endpoint.ts';
import { endpoint as listScans } from './list-scans/endpoint.ts';
import { endpoint as waitScan } from './wait-scan/endpoint.ts';
import { endpoint as cancelScan } from './cancel-scan/endpoint.ts';
import { endpoint as listFindings } from './list-findings/endpoint.ts';
import { endpoint as explainScan } from './explain-scan/endpoint.ts';
import { endpoint as compareScans } from './compare-scans/endpoint.ts';
import { endpoint as rejudgeScan } from './rejudge-scan/endpoint.ts';
import { endpoint as getSbom } from './get-sbom/endpoint.ts';
import { endpoint as getDependencyGraph } from './get-dependency-graph/endpoint.ts';
import { endpoint as createUpload } from './create-upload/endpoint.ts';
import { endpoint as listSignInProviders } from './list-sign-in-providers/endpoint.ts';
import { endpoint as startSignIn } from './start-sign-in/endpoint.ts';
import { endpoint as startSignInByPost } from './start-sign-in-by-post/endpoint.ts';
import { endpoint as completeSignIn } from './complete-sign-in/endpoint.ts';
import { endpoint as getSession } from './get-session/endpoint.ts';
import { endpoint as endSession } from './end-session/endpoint.ts';
import { endpoint as switchOrganization } from './switch-organization/endpoint.ts';
import { endpoint as listSessions } from './list-sessions/endpoint.ts';
import { endpoint as endOwnSession } from './end-own-session/endpoint.ts';
import { endpoint as endSessions } from './end-sessions/endpoint.ts';
import { endpoint as issueToken } from './issue-token/endpoint.ts';
import { endpoint as listTokens } from './list-tokens/endpoint.ts';
import { endpoint as handOverToken } from './hand-over-token/endpoint.ts';
import { endpoint as revokeToken } from './revoke-token/endpoint.ts';
import { endpoint as createInvitation } from './create-invitation/endpoint.ts';
import { endpoint as listInvitations } from './list-invitations/endpoint.ts';
import { endpoint as withdrawInvitation } from './withdraw-invitation/endpoint.ts';
import { endpoint as getMe } from './get-me/endpoint.ts';
import { endpoint as deleteMe } from './delete-me/endpoint.ts';
import { endpoint as getOrganization } from './get-organization/endpoint.ts';
import { endpoint as changeOrganization } from './change-organization/endpoint.ts';
import { endpoint as listMembers } from './list-members/endpoint.ts';
import { endpoint as listPeople } from './list-people/endpoint.ts';
import { endpoint as changeMember } from './change-member/endpoint.ts';
import { endpoint as removeMember } from './remove-member/endpoint.ts';
import { endpoint as listTrackedFindings } from './list-tracked-findings/endpoint.ts';
import { endpoint as getTrackedFinding } from './get-tracked-finding/endpoint.ts';
import { endpoint as changeTrackedFinding } from './change-tracked-finding/endpoint.ts';
import { endpoint as actOnFindings } from './act-on-findings/endpoint.ts';
import { endpoint as getTrends } from './get-trends/endpoint.ts';
import { endpoint as getOverview } from './get-overview/endpoint.ts';
import { endpoint as findComponents } from './find-components/endpoint.ts';
import { endpoint as createWaiver } from './create-waiver/endpoint.ts';
import { endpoint as listWaivers } from './list-waivers/endpoint.ts';
import { endpoint as withdrawWaiver } from './withdraw-waiver/endpoint.ts';
import { endpoint as approveWaiver } from './approve-waiver/endpoint.ts';
import { endpoint as rejectWaiver } from './reject-waiver/endpoint.ts';
import { endpoint as renewWaiver } from './renew-waiver/endpoint.ts';
import { endpoint as importVex } from './import-vex/endpoint.ts';
import { endpoint as listAuditEvents } from './list-audit-events/endpoint.ts';
import { endpoint as getBillingStatus } from './get-billing-status/endpoint.ts';
import { endpoint as getCreditsAlert } from './get-credits-alert/endpoint.ts';
import { endpoint as getBillingDetails } from './get-billing-details/endpoint.ts';
import { endpoint as setBillingDetails } from './set-billing-details/endpoint.ts';
import { endpoint as getRetention } from './get-retention/endpoint.ts';
import { endpoint as setRetention } from './set-retention/endpoint.ts';
import { endpoint as getAutoRecharge } from './get-auto-recharge/endpoint.ts';
import { endpoint as changeAutoRecharge } from './change-auto-recharge/endpoint.ts';
import { endpoint as listInvoices } from './list-invoices/endpoint.ts';
import { endpoint as listLedger } from './list-ledger/endpoint.ts';
import { endpoint as exportLedger } from './export-ledger/endpoint.ts';
import { endpoint as openCheckout } from './open-checkout/endpoint.ts';
import { endpoint as getUsage } from './get-usage/endpoint.ts';
import { endpoint as exportUsage } from './export-usage/endpoint.ts';
import { endpoint as listLicenses } from './list-licenses/endpoint.ts';
import { endpoint as setBudget } from './set-budget/endpoint.ts';
import { endpoint as listBudgets } from './list-budgets/endpoint.ts';
import { endpoint as previewChange } from './preview-change/endpoint.ts';
import { endpoint as getPrices } from './get-prices/endpoint.ts';
import { endpoint as openPortal } from './open-portal/endpoint.ts';
import { endpoint as changePlan } from './change-plan/endpoint.ts';
import { endpoint as undoPlanChange } from './undo-plan-change/endpoint.ts';
import { endpoint as changeLicenses } from './change-licenses/endpoint.ts';
import { endpoint as setAutoRenew } from './set-auto-renew/endpoint.ts';
import { endpoint as startSastAddon } from './start-sast-addon/endpoint.ts';
import { endpoint as cancelSastAddon } from './cancel-sast-addon/endpoint.ts';
import { endpoint as resumeSastAddon } from './resume-sast-addon/endpoint.ts';
import { endpoint as buyPack } from './buy-pack/endpoint.ts';
import { endpoint as redeemCoupon } from './redeem-coupon/endpoint.ts';
import { endpoint as listDomains } from './list-domains/endpoint.ts';
import { endpoint as addDomain } from './add-domain/endpoint.ts';
import { endpoint as verifyDomain } from './verify-domain/endpoint.ts';
import { endpoint as removeDomain } from './remove-domain/endpoint.ts';
import { endpoint as closeOrganization } from './close-organization/endpoint.ts';
import { endpoint as restoreOrganization } from './restore-organization/endpoint.ts';
import { endpoint as startExport } from './start-export/endpoint.ts';
import { endpoint as listExports } from './list-exports/endpoint.ts';
import { endpoint as getSamlMetadata } from './get-saml-metadata/endpoint.ts';
import { endpoint as completeSamlSignIn } from './complete-saml-sign-in/endpoint.ts';
import { endpoint as addDirectoryToken } from './add-directory-token/endpoint.ts';
import { endpoint as listDirectoryTokens } from './list-directory-tokens/endpoint.ts';
import { endpoint as revokeDirectoryToken } from './revoke-directory-token/endpoint.ts';
import { endpoint as getSso } from './get-sso/endpoint.ts';
import { endpoint as setSso } from './set-sso/endpoint.ts';
import { endpoint as removeSso } from './remove-sso/endpoint.ts';
import { endpoint as getForecast } from './get-forecast/endpoint.ts';
import { endpoint as listTrustRules } from './list-trust-rules/endpoint.ts';
import { endpoint as getTrustRule } from './get-trust-rule/endpoint.ts';
import { endpoint as createTrustRule } from './create-trust-rule/endpoint.ts';
import { endpoint as changeTrustRule } from './change-trust-rule/endpoint.ts';
import { endpoint as removeTrustRule } from './remove-trust-rule/endpoint.ts';
import { endpoint as testTrust } from './test-trust/endpoint.ts';
import { endpoint as exchangeToken } from './exchange-token/endpoint.ts';
import { endpoint as startDeviceLogin } from './start-device-login/endpoint.ts';
import { endpoint as grantDeviceToken } from './grant-device-token/endpoint.ts';
import { endpoint as decideDeviceLogin } from './decide-device-login/endpoint.ts';
import { endpoint as createBundle } from './create-bundle/endpoint.ts';
import { endpoint as listBundles } from './list-bundles/endpoint.ts';
import { endpoint as getBundle } from './get-bundle/endpoint.ts';
import { endpoint as changeBundle } from './change-bundle/endpoint.ts';
import { endpoint as removeBundle } from './remove-bundle/endpoint.ts';
import { endpoint as releaseBundle } from './release-bundle/endpoint.ts';
import { endpoint as listReleases } from './list-releases/endpoint.ts';
import { endpoint as getRelease } from './get-release/endpoint.ts';
import { endpoint as changeRelease } from './change-release/endpoint.ts';
import { endpoint as getReleaseDocument } from './get-release-document/endpoint.ts';
import { evidenceEndpoints } from './evidence-endpoints.ts';
import { gateEndpoints } from './gate-endpoints.ts';
import { historyEndpoints } from './history-endpoints.ts';
import { integrationEndpoints } from './integration-endpoints.ts';
import { referenceEndpoints } from './reference-endpoints.ts';

/**
 * The endpoint table, by the stack that holds the functions. Routes, Lambdas, IAM, the client and OpenAPI come from it
 * (docs/adr/0050-stacks.md).
 */
export const endpointsByStack = {
  scans: [
    resolveRepository,
    checkRepository,
    connectRepository,
    listBranches,
    listRepositories,
    getRepository,
    changeRepository,
    disconnectRepository,
    createBadge,
    removeBadge,
    getBadge,
    createScan,
    quoteScan,
    getScan,
    listScans,
    waitScan,
    cancelScan,
    listFindings,
    explainScan,
    compareScans,
    rejudgeScan,
    getSbom,
    getDependencyGraph,
    createUpload,
    ...historyEndpoints,
    ...referenceEndpoints,
  ],
  identity: [
    listSignInProviders,
    startSignIn,
    startSignInByPost,
    completeSignIn,
    getSession,
    endSession,
    switchOrganization,
    listSessions,
    endOwnSession,
    endSessions,
    issueToken,
    listTokens,
    handOverToken,
    revokeToken,
    createInvitation,
    listInvitations,
    withdrawInvitation,
    listMembers,
    listPeople,
    changeMember,
    removeMember,
    getMe,
    deleteMe,
    getOrganization,
    changeOrganization,
  ],
  organization: [closeOrganization, restoreOrganization, startExport, listExports],
  sso: [
    listDomains,
    addDomain,
    verifyDomain,
    removeDomain,
    getSso,
    setSso,
    removeSso,
    getSamlMetadata,
    completeSamlSignIn,
    addDirectoryToken,
    listDirectoryTokens,
    revokeDirectoryToken,
  ],
  trust: [
    listTrustRules,
    getTrustRule,
    createTrustRule,
    changeTrustRule,
    removeTrustRule,
    testTrust,
    exchangeToken,
    startDeviceLogin,
    grantDeviceToken,
    decideDeviceLogin,
  ],
  integrations: integrationEndpoints,
  gate: [
    ...gateEndpoints,
    createWaiver,
    listWaivers,
    withdrawWaiver,
    approveWaiver,
    rejectWaiver,
    renewWaiver,
    importVex,
    listTrackedFindings,
    getTrackedFinding,
    changeTrackedFinding,
    actOnFindings,
    getTrends,
    getOverview,
    findComponents,
    listAuditEvents,
  ],
  evidence: evidenceEndpoints,
  bundles: [
    createBundle,
    listBundles,
    getBundle,
    changeBundle,
    removeBundle,
    releaseBundle,
    listReleases,
    getRelease,
    changeRelease,
    getReleaseDocument,
  ],
  billing: [
    getBillingStatus,
    getCreditsAlert,
    getBillingDetails,
    setBillingDetails,
    getRetention,
    setRetention,
    getAutoRecharge,
    changeAutoRecharge,
    listInvoices,
    listLedger,
    exportLedger,
    openCheckout,
    openPortal,
    changePlan,
    undoPlanChange,
    changeLicenses,
    setAutoRenew,
    startSastAddon,
    cancelSastAddon,
    resumeSastAddon,
    buyPack,
    redeemCoupon,
    getForecast,
    getPrices,
    previewChange,
    getUsage,
    exportUsage,
    listLicenses,
    setBudget,
    listBudgets,
  ],
} as const satisfies Readonly<Record<string, readonly EndpointSpec[]>>;

export const endpoints = Object.values(endpointsByStack).flat();

export type Endpoints = { [E in (typeof endpoints)[number] as E['name']]: E };
