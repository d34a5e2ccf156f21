import { billingShapes } from './billing-shapes.ts';
import { eventShapes } from './event-shapes.ts';
import { findingShapes } from './finding-shapes.ts';
import { gateShapes } from './gate-shapes.ts';
import { identityShapes } from './identity-shapes.ts';
import { scanShapes } from './scan-shapes.ts';
import type { ShapeTable } from './shape-table.ts';

/** The shapes that have names in the document; each is written once and referenced. */
export const shapeTable: ShapeTable = {
  ...scanShapes,
  ...findingShapes,
  ...gateShapes,
  ...identityShapes,
  ...billingShapes,
  ...eventShapes,
};
