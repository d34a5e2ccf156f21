import { expect, test } from 'vitest';
import { scanCode, unitOf } from './scan-code.ts';

test('a class that contains objects of itself is analyzed within the step limit', () => {
  const code = `class Level {
  static final Level A = new Level(null);
  static final Level B = new Level(A);
  static final Level C = new Level(B);
  private final Level below;
  Level(Level below) { this.below = below; }
  byte[] f() throws Exception { return MessageDigest.getInstance("MD5").digest(); }
}
`;
  const { findings, coverage } = scanCode(unitOf({ 'src/main/java/Level.java': code }));
  expect(findings).toMatchObject([{ rule: 'java-weak-hash', line: 7 }]);
  expect(coverage).toMatchObject({ status: 'assessed', gaps: [] });
});
