import { readFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import type { AwsCall } from '../recorder.ts';
import { serialChain } from '../operations.ts';
import { planOf } from '../memory/memory.ts';
import type { BenchService } from '../service.ts';
import { assumed } from './assumed.ts';

/** The use of one function. */
export interface FunctionUse {
  name: string;
  invocations: number;
  memoryMb: number;
  /** The billed time of all of them. */
  durationMs: number;
  logBytes: number;
}

/** Everything that is billed by use. */
export interface Usage {
  functions: FunctionUse[];
  apiRequests: number;
  transitions: number;
  readUnits: number;
  writeUnits: number;
  s3Reads: number;
  s3Writes: number;
  signatures: number;
  kmsRequests: number;
}

/** The invocations of a function, as its log reports them. */
interface Logged {
  invocations: number;
  cpuMs: number;
  bytes: number;
}

const readLog = ({ cloud }: BenchService, name: string, from = 0): Logged => {
  const path = join(cloud.data, 'logs', `${name}.log`);
  const text = existsSync(path) ? readFileSync(path).subarray(from).toString() : '';
  const times = [...text.matchAll(/\tCPU Time: ([\d.]+) ms$/gm)].map(([, ms]) => Number(ms));
  const cpuMs = times.reduce((sum, ms) => sum + ms, 0);
  return { invocations: times.length, cpuMs, bytes: Buffer.byteLength(text) };
};

/** Reads of every function's log only what follows. */
export const markLogs = (service: BenchService): ((name: string) => Logged) => {
  const names = service.cloud.plan.functions.map(({ bundle }) => bundle);
  const marks = new Map(names.map((name) => [name, readLog(service, name).bytes]));
  return (name) => readLog(service, name, marks.get(name));
};

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** The time that functions took on this machine. */
interface Measured {
  logOf: (name: string) => Logged;
  /** The CPU time of each function's sandboxes, which its log does not report. */
  sandboxMs: ReadonlyMap<string, number>;
  /** The time of the assumed processor as a share of the time of this one. */
  processorRatio: number;
}

const s3Writing = /^(?:Put|Copy|Create|Complete|Upload|List)/;

const countOf = (calls: readonly AwsCall[], service: string, operation: RegExp): number =>
  calls.filter((call) => call.service === service && operation.test(call.operation)).length;

/** Counts what requests to AWS use, without the functions that made them. */
export const usageOfCalls = (calls: readonly AwsCall[]): Omit<Usage, 'functions'> => ({
  apiRequests: 0,
  transitions: 0,
  readUnits: sum(calls.map(({ readUnits }) => readUnits)),
  writeUnits: sum(calls.flatMap(({ written }) => written.map((item) => item.units + item.indexUnits))),
  s3Reads: countOf(calls, 's3', /^(?:Get|Head)/),
  s3Writes: countOf(calls, 's3', s3Writing),
  signatures: countOf(calls, 'kms', /^Sign$/),
  kmsRequests: countOf(calls, 'kms', /^(?!Sign$)/),
});

/**
 * Computes the billed time of functions: their measured time of the processor, with that of their sandboxes, as the
 * assumed processor would take it, at the share of one that their memory gives, and the assumed latency of each request that they wait for. Who invokes another function
 * waits for it, too.
 */
export const functionsOf = (
  service: BenchService,
  calls: readonly AwsCall[],
  { logOf, sandboxMs, processorRatio }: Measured,
): FunctionUse[] => {
  const uses = new Map<string, FunctionUse>();
  const names = service.cloud.plan.functions.map(({ bundle }) => bundle);
  const useOf = (name: string): FunctionUse => {
    const known = uses.get(name);
    if (known) return known;
    const { memoryMb } = planOf(service, name);
    const { invocations, cpuMs, bytes } = logOf(name);
    const use = { name, invocations, memoryMb, durationMs: 0, logBytes: bytes };
    uses.set(name, use);
    const chain = serialChain(calls.filter(({ caller }) => caller === name));
    const waits = chain.map((call) => assumed.latencyMs(call) + calleeMs(call));
    const share = Math.min(1, memoryMb / assumed.mbOfAProcessor);
    const processorMs = (cpuMs + (sandboxMs.get(name) ?? 0)) * processorRatio;
    use.durationMs = processorMs / share + sum(waits) + invocations * (assumed.hostMs[name] ?? 0);
    return use;
  };
  const calleeMs = ({ invokes }: AwsCall): number => {
    const callee = names.find((name) => invokes?.endsWith(`-${name}`));
    if (callee === undefined) return 0;
    const { durationMs, invocations } = useOf(callee);
    return invocations === 0 ? 0 : durationMs / invocations;
  };
  return names.map(useOf).filter(({ invocations }) => invocations > 0);
};
