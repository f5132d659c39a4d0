import { AppRegistry } from 'react-native';
import { Root } from './root';

// The name by which Expo starts an app, as its registerRootComponent does.
AppRegistry.registerComponent('main', () => Root);
