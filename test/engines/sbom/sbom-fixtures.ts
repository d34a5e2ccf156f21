import { readFileSync } from 'node:fs';
import type { Component, Inventory } from '@scangate/engines/model/component';
import { readUploadedLockfile } from '@scangate/engines/inventory/read-inventory';
import type { SbomInput } from '@scangate/engines/sbom/build-sbom';

/** Reads this project's own lockfile: hundreds of real packages with scopes, hashes, licenses and a graph. */
export const ownInventory = (): Inventory =>
  readUploadedLockfile('package-lock.json', readFileSync('package-lock.json', 'utf8'));

export const inventoryWith = (...components: Partial<Component>[]): Inventory => ({
  unitType: 'npm',
  components: components.map((part, index) => ({
    ref: `ref-${index}`,
    name: `name-${index}`,
    scope: 'required' as const,
    direct: true,
    hashes: [],
    dependsOn: [],
    file: 'package-lock.json',
    ...part,
  })),
  direct: [],
  read: ['package-lock.json'],
  unread: [],
  notes: [],
});

export const sbomInputOf = (inventory: Inventory, path = ''): SbomInput => ({
  inventory,
  unit: { path, name: path || 'acme/storefront', type: 'npm' },
  repository: { fullName: 'acme/storefront' },
  commitHash: 'a'.repeat(40),
  serialNumber: 'urn:uuid:3e671687-395b-41f5-a30f-a58921a69b79',
  timestamp: new Date('2026-03-10T12:00:00Z'),
});

export interface Bom {
  metadata: { component: { 'bom-ref': string; name: string }; properties: { name: string; value: string }[] };
  components: {
    'bom-ref': string;
    type: string;
    name: string;
    group?: string;
    version?: string;
    purl?: string;
    scope?: string;
    hashes?: unknown[];
    licenses?: unknown[];
    properties?: { name: string; value: string }[];
  }[];
  dependencies: { ref: string; dependsOn?: string[] }[];
}

export const parsed = (text: string): Bom => JSON.parse(text) as Bom;
