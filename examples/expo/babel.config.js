// With Expo installed, `babel-preset-expo` takes its place.
module.exports = { presets: ['module:@react-native/babel-preset'] };
