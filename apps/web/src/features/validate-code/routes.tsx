export { ValidateCodePage } from './validate-code-page.tsx';
