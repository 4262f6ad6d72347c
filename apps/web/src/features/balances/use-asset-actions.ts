import { useNavigate } from 'react-router';

/** Opens the page of an action on an asset, with the asset preselected where one is named. */
export function useAssetActions() {
  const navigate = useNavigate();
  return {
    deposit: (productId?: number) => void navigate('/ramping/deposit', { state: { productId } }),
    send: (productId?: number) => void navigate('/ramping/withdraw', { state: { productId } }),
    swap: (productId?: number) => void navigate('/swap', { state: { fromCrypto: productId } }),
  };
}
