import type { Rule } from '@scangate/engines/sast/rule';

export const jsUncheckedBuffer: Rule = {
  id: 'js-unchecked-buffer',
  cwe: 'CWE-119',
  severity: 'medium',
  title: 'Buffer accessed without bounds checks',
  message: 'With noAssert, Node before version 10 reads and writes beyond the end of the buffer.',
  help: 'Leave the argument out.',
  calls: [
    {
      call: [
        '*.{readUInt8,readInt8,readUInt16LE,readUInt16BE,readInt16LE,readInt16BE,readUInt32LE,readUInt32BE,readInt32LE,readInt32BE,readFloatLE,readFloatBE,readDoubleLE,readDoubleBE}',
      ],
      when: ({ args }) => args[1]?.constant === true,
    },
    {
      call: [
        '*.{writeUInt8,writeInt8,writeUInt16LE,writeUInt16BE,writeInt16LE,writeInt16BE,writeUInt32LE,writeUInt32BE,writeInt32LE,writeInt32BE,writeFloatLE,writeFloatBE,writeDoubleLE,writeDoubleBE}',
      ],
      when: ({ args }) => args.at(-1)?.constant === true && args.length > 1,
    },
  ],
  positives: [
    'const first = (bytes) => bytes.readUInt8(0, true); // HERE\n',
    'const put = (bytes, value) => bytes.writeFloatLE(value, 4, true); // HERE\n',
  ],
  negatives: [
    'const first = (bytes) => bytes.readUInt8(0);\n',
    'const put = (bytes, value) => bytes.writeFloatLE(value, 4);\n',
  ],
};
