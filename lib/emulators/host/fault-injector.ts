/** The providers that integrations call, and those that check secrets. */
export const providerServiceNames = [
  'slack',
  'teams',
  'github',
  'gitlab',
  'bitbucket',
  'jira',
  'linear',
  'secrets',
] as const;
export type ProviderServiceName = (typeof providerServiceNames)[number];

/** The services that functions call. */
export const serviceNames = [
  'dynamodb',
  's3',
  'sfn',
  'kms',
  'ses',
  'lambda',
  'ssm',
  'sts',
  'stripe',
  ...providerServiceNames,
] as const;
export type ServiceName = (typeof serviceNames)[number];

export const faultKinds = ['throttle', 'timeout_after_success', 'error', 'conflict', 'decline'] as const;
export type FaultKind = (typeof faultKinds)[number];

interface Fault {
  service: ServiceName;
  /** The fault applies to every operation unless one is given. */
  operation?: string;
  kind: FaultKind;
  /** Number of calls that the fault applies to. */
  times: number;
}

interface CallCount {
  service: ServiceName;
  operation: string;
  calls: number;
  requestBytes: number;
}

/** Counts every call to an emulated service, and injects faults into calls on demand. */
export interface FaultInjector {
  inject(fault: Fault): void;
  clear(): void;
  /** Counts a call. @returns the fault to inject into it, if any. */
  intercept(service: ServiceName, operation: string, requestBytes: number): FaultKind | undefined;
  callCounts(): CallCount[];
  resetCallCounts(): void;
  /** Number of calls so far that may have changed data; it shows whether a job did anything. */
  writeCount(): number;
}

const reading =
  /^(?:Get|Head|List|Query|Scan|BatchGet|TransactGet|Describe|Encrypt|Decrypt)|\.(?:retrieve|list\w*|createPreview)$/;

/** The kind `decline` applies to charges only, and no other kind does. */
const suits = (kind: FaultKind, operation: string): boolean =>
  (kind === 'decline') === (operation === 'charge');

export const openFaultInjector = (): FaultInjector => {
  const faults: Fault[] = [];
  const counts = new Map<string, CallCount>();
  let writes = 0;

  const count = (service: ServiceName, operation: string, requestBytes: number) => {
    const key = `${service} ${operation}`;
    const found = counts.get(key) ?? { service, operation, calls: 0, requestBytes: 0 };
    found.calls += 1;
    found.requestBytes += requestBytes;
    counts.set(key, found);
    // An invocation by itself changes no data.
    if (service !== 'lambda' && !reading.test(operation)) writes += 1;
  };

  return {
    inject: (fault) => void faults.push({ ...fault }),
    clear: () => void (faults.length = 0),
    intercept: (service, operation, requestBytes) => {
      count(service, operation, requestBytes);
      const index = faults.findIndex(
        (fault) =>
          fault.service === service &&
          suits(fault.kind, operation) &&
          (fault.operation ?? operation) === operation,
      );
      const fault = faults[index];
      if (!fault) return undefined;
      fault.times -= 1;
      if (fault.times <= 0) faults.splice(index, 1);
      return fault.kind;
    },
    callCounts: () => [...counts.values()].map((one) => ({ ...one })),
    resetCallCounts: () => counts.clear(),
    writeCount: () => writes,
  };
};
