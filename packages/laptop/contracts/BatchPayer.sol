// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

interface Payable20 {
    function transfer(address to, uint256 value) external;
}

/// @title Pays several receivers in one transaction, as exchanges and payrolls do.
/// @notice Tests send deposits with it: several transfers then share one transaction hash, and coins paid from inside a
/// contract have no transaction of their own. It holds no rights: whoever fills it may empty it.
contract BatchPayer {
    error PaymentFailed(address to);

    receive() external payable {}

    /// @notice Sends `values[i]` units of a token this contract holds to `receivers[i]`.
    function payTokens(Payable20 token, address[] calldata receivers, uint256[] calldata values) external {
        for (uint256 i = 0; i < receivers.length; i++) token.transfer(receivers[i], values[i]);
    }

    /// @notice Sends the coin along with the call to one receiver, from inside this contract.
    function payCoin(address payable receiver) external payable {
        (bool paid, ) = receiver.call{value: msg.value}("");
        if (!paid) revert PaymentFailed(receiver);
    }

    /// @notice Sends half of the coin along with the call to `kept`; tries the other half for `undone` in a call that is
    /// taken back, so that only the first half ever moves.
    function payHalf(address payable kept, address payable undone) external payable {
        (bool paid, ) = kept.call{value: msg.value / 2}("");
        if (!paid) revert PaymentFailed(kept);
        try this.payAndRevert(undone, msg.value / 2) {} catch {}
    }

    /// @notice Pays and then takes everything back by failing.
    function payAndRevert(address payable receiver, uint256 value) external {
        (bool paid, ) = receiver.call{value: value}("");
        if (paid) revert PaymentFailed(receiver);
    }
}
