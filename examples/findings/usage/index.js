const { merge } = require('lodash');

module.exports = (settings) => merge({ retries: 3 }, settings);
