// React Native's own settings. With Expo installed, replace them by `require('expo/metro-config')`: see README.md.
const { getDefaultConfig } = require('@react-native/metro-config');

module.exports = getDefaultConfig(__dirname);
